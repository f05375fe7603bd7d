import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { DropdownOptionsTooLarge, FieldGroupNotFound, FieldNotFound } from '#src/core/errors.js'
import { done, replies } from '../../../../../schemas.js'
import { FieldParams, UpdateFieldBody } from '../../../schemas.js'

const field: FastifyPluginAsyncTypebox = async function (app) {
  const params = FieldParams
  const missing = [new FieldGroupNotFound(), new FieldNotFound()]

  app.post('/', {
    schema: {
      summary: 'Update a field',
      description: 'Its type stays what it is.',
      params,
      body: UpdateFieldBody,
      response: replies(done('Field updated'), ...missing, new DropdownOptionsTooLarge())
    }
  }, async function updateField (request) {
    await app.fields.update(request.caller, request.params.field_group_id, request.params.field_id, request.body)
    return { ok: 'Field updated' }
  })

  app.delete('/', {
    schema: { summary: 'Delete a field', description: 'With all its values.', params, response: replies(done('Field deleted'), ...missing) }
  }, async function deleteField (request) {
    await app.fields.remove(request.caller, request.params.field_group_id, request.params.field_id)
    return { ok: 'Field deleted' }
  })
}

export default field
