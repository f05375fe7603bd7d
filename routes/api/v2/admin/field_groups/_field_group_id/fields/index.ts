import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { FieldGroupParams } from '../../../../field_groups/schemas.js'
import { OkReply, replies } from '../../../../schemas.js'
import { CreateFieldBody } from '../../schemas.js'

const fields: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', { schema: { params: FieldGroupParams, body: CreateFieldBody, response: replies({ 200: OkReply }) } }, async function createField (request) {
    await app.fields.create(request.caller, request.params.field_group_id, request.body)
    return { ok: 'Field created' }
  })
}

export default fields
