import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { FieldGroupNotFound, ProjectNotFound } from '../../../../../../../src/errors.js'
import { presentValues } from '../../../../../../../src/fields/values/present.js'
import { projectKind } from '../../../../../../../src/items/kinds.js'
import { sendJson } from '../../../../../../../src/http/json.js'
import { CustomFieldsBody, CustomFieldsReply, FieldGroupParams, SetCustomFieldsReply } from '../../../../field_groups/schemas.js'
import { replies } from '../../../../schemas.js'
import { ProjectParams } from '../../../schemas.js'

const projectCustomFields: FastifyPluginAsyncTypebox = async function (app) {
  const params = Type.Object({ ...ProjectParams.properties, ...FieldGroupParams.properties })
  const missing = [new ProjectNotFound(), new FieldGroupNotFound()]

  app.get('/', {
    schema: { summary: 'Read the custom fields of a project', description: 'Those of one field group.', params, response: replies({ 200: CustomFieldsReply }, ...missing) }
  }, async function getProjectCustomFields (request, reply) {
    const { params: { project_id: id, field_group_id: groupId }, caller } = request
    return sendJson(reply, presentValues(await app.fieldValues.read(projectKind, caller, id, groupId)))
  })

  app.post('/', {
    schema: {
      summary: 'Set custom fields of a project',
      description: 'All values are checked, and all are stored or none. An object changes the values that it names; an array adds entries, or changes those that it names by their `cfg_id`.',
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
}

export default projectCustomFields
