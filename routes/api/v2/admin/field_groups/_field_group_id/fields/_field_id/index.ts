import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { DropdownOptionsTooLarge, FieldGroupNotFound, FieldNotFound } from '#src/errors.js'
import { adminReplies, done } from '../../../../../schemas.js'
import { FieldParams, UpdateFieldBody } from '../../../schemas.js'
import { fieldGroupsTag } from '../../../../../field_groups/schemas.js'

const field: FastifyPluginAsyncTypebox = async function (app) {
  const params = FieldParams
  const missing = [new FieldGroupNotFound(), new FieldNotFound()]

  app.post('/', {
    schema: {
      tag: fieldGroupsTag,
      summary: 'Update a field',
      description: 'The type of a field cannot change.',
      params,
      body: UpdateFieldBody,
      response: adminReplies(done('Field updated'), ...missing, new DropdownOptionsTooLarge())
    }
  }, async function updateField (request) {
    await app.fields.update(request.unit, request.params.field_group_id, request.params.field_id, request.body)
    return { ok: 'Field updated' }
  })

  app.delete('/', {
    schema: {
      tag: fieldGroupsTag,
      summary: 'Delete a field',
      description: 'Deletes the field with all its values.',
      params,
      response: adminReplies(done('Field deleted'), ...missing)
    }
  }, async function deleteField (request) {
    await app.fields.remove(request.unit, request.params.field_group_id, request.params.field_id)
    return { ok: 'Field deleted' }
  })
}

export default field
