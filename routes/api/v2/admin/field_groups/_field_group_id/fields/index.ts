import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { FieldGroupNotFound } from '../../../../../../../src/errors.js'
import { FieldGroupParams } from '../../../../field_groups/schemas.js'
import { done, replies } from '../../../../schemas.js'
import { CreateFieldBody } from '../../schemas.js'

const fields: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    schema: {
      summary: 'Add a field to a field group',
      params: FieldGroupParams,
      body: CreateFieldBody,
      response: replies(done('Field created'), new FieldGroupNotFound())
    }
  }, async function createField (request) {
    await app.fields.create(request.caller, request.params.field_group_id, request.body)
    return { ok: 'Field created' }
  })
}

export default fields
