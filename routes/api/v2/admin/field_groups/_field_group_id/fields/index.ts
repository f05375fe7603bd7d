import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { DropdownOptionsTooLarge, FieldGroupNotFound, TooMany } from '#src/errors.js'
import { MOST_FIELDS } from '#src/fields/limits.js'
import { presentField } from '#src/fields/present.js'
import { FieldGroupParams, fieldGroupsTag } from '../../../../field_groups/schemas.js'
import { adminReplies } from '../../../../schemas.js'
import { CreateFieldBody, CreateFieldReply } from '../../schemas.js'

const fields: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    schema: {
      tag: fieldGroupsTag,
      summary: 'Add a field to a field group',
      description: 'The type of a field decides which values it accepts.',
      params: FieldGroupParams,
      body: CreateFieldBody,
      response: adminReplies(
        { 200: CreateFieldReply },
        new FieldGroupNotFound(),
        new TooMany(`${MOST_FIELDS} fields`),
        new DropdownOptionsTooLarge()
      )
    }
  }, async function createField (request) {
    const field = await app.fields.create(request.unit, request.params.field_group_id, request.body)
    return { ok: 'Field created', field: presentField(field) }
  })
}

export default fields
