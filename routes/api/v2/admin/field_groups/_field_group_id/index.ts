import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { FieldGroupNotFound } from '#src/errors.js'
import { FieldGroupParams, fieldGroupsTag } from '../../../field_groups/schemas.js'
import { adminReplies, done } from '../../../schemas.js'
import { RenameFieldGroupBody } from '../schemas.js'

const fieldGroup: FastifyPluginAsyncTypebox = async function (app) {
  const params = FieldGroupParams
  const missing = new FieldGroupNotFound()

  app.post('/', {
    schema: {
      tag: fieldGroupsTag,
      summary: 'Rename a field group',
      description: 'The fields of the group and their values do not change.',
      params,
      body: RenameFieldGroupBody,
      response: adminReplies(done('Field group updated'), missing)
    }
  }, async function renameFieldGroup (request) {
    await app.fieldGroups.rename(request.unit, request.params.field_group_id, request.body.name)
    return { ok: 'Field group updated' }
  })

  app.delete('/', {
    schema: {
      tag: fieldGroupsTag,
      summary: 'Delete a field group',
      description: 'Deletes the group with its fields and all their values.',
      params,
      response: adminReplies(done('Field group deleted'), missing)
    }
  }, async function deleteFieldGroup (request) {
    await app.fieldGroups.remove(request.unit, request.params.field_group_id)
    return { ok: 'Field group deleted' }
  })
}

export default fieldGroup
