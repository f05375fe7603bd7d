import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { EntryNotFound, FieldGroupNotFound, ProjectNotFound, ReadOnlyValues } from '#src/core/errors.js'
import { presentValues } from '#src/fields/values/present.js'
import { projectKind } from '#src/items/kinds.js'
import { sendJson } from '#src/http/json.js'
import { CustomFieldsBody, CustomFieldsReply, customFieldsTag, EntryParams, FieldGroupParams, SetCustomFieldsReply } from '../../../../field_groups/schemas.js'
import { done, replies } from '../../../../schemas.js'
import { ProjectParams } from '../../../schemas.js'

const projectCustomFields: FastifyPluginAsyncTypebox = async function (app) {
  const params = Type.Object({ ...ProjectParams.properties, ...FieldGroupParams.properties })
  const missing = [new ProjectNotFound(), new FieldGroupNotFound()]

  app.get('/', {
    schema: { tag: customFieldsTag, summary: 'Read the custom fields of a project', description: 'Those of one field group.', params, response: replies({ 200: CustomFieldsReply }, ...missing) }
  }, async function getProjectCustomFields (request, reply) {
    const { params: { project_id: id, field_group_id: groupId }, caller } = request
    return sendJson(reply, presentValues(await app.fieldValues.read(projectKind, caller, id, groupId)))
  })

  app.post('/', {
    schema: {
      tag: customFieldsTag,
      summary: 'Set custom fields of a project',
      description: 'All values are checked, and all are stored or none. An object changes the values that it names; an array adds entries, or changes those that it names by their `cfg_id`. An entry of which nothing is left is removed. At most 1,000 entries and 1 MiB are stored.',
      params,
      body: CustomFieldsBody,
      response: replies({ 200: SetCustomFieldsReply }, ...missing)
    }
  }, async function setProjectCustomFields (request, reply) {
    const { params: { project_id: id, field_group_id: groupId }, body: { custom_fields: sent }, caller } = request
    const result = sent === undefined
      ? await app.fieldValues.read(projectKind, caller, id, groupId)
      : await app.fieldValues.set(projectKind, caller, id, groupId, sent)
    return sendJson(reply, presentValues(result))
  })

  app.delete('/', {
    schema: {
      tag: customFieldsTag,
      summary: 'Clear custom fields of a project',
      description: 'All values of one field group, or all its entries.',
      params,
      response: replies(done('Custom fields cleared'), ...missing, new ReadOnlyValues())
    }
  }, async function deleteProjectCustomFields (request) {
    const { params: { project_id: id, field_group_id: groupId }, caller } = request
    await app.fieldValues.clear(projectKind, caller, id, groupId)
    return { ok: 'Custom fields cleared' }
  })

  app.delete('/:cfg_id', {
    schema: {
      tag: customFieldsTag,
      summary: 'Remove an entry of custom fields from a project',
      params: Type.Object({ ...params.properties, ...EntryParams.properties }),
      response: replies(done('Entry removed'), ...missing, new EntryNotFound(), new ReadOnlyValues())
    }
  }, async function deleteProjectCustomFieldsEntry (request) {
    const { params: { project_id: id, field_group_id: groupId, cfg_id: cfgId }, caller } = request
    await app.fieldValues.removeEntry(projectKind, caller, id, groupId, cfgId)
    return { ok: 'Entry removed' }
  })
}

export default projectCustomFields
