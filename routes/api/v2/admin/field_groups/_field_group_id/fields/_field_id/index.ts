import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { OkReply, replies } from '../../../../../schemas.js'
import { FieldParams, UpdateFieldBody } from '../../../schemas.js'

const field: FastifyPluginAsyncTypebox = async function (app) {
  const answersOk = { schema: { params: FieldParams, response: replies({ 200: OkReply }) } }

  app.post('/', { schema: { ...answersOk.schema, body: UpdateFieldBody } }, async function updateField (request) {
    await app.fields.update(request.caller, request.params.field_group_id, request.params.field_id, request.body)
    return { ok: 'Field updated' }
  })

  app.delete('/', answersOk, async function deleteField (request) {
    await app.fields.remove(request.caller, request.params.field_group_id, request.params.field_id)
    return { ok: 'Field deleted' }
  })
}

export default field
