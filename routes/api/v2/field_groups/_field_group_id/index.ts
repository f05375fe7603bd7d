import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { FieldGroupNotFound } from '#src/errors.js'
import { presentFieldGroupWithFields } from '#src/fields/present.js'
import { sendJson } from '#src/http/json.js'
import { replies } from '../../schemas.js'
import { FieldGroupParams, fieldGroupsTag, FieldGroupWithFields } from '../schemas.js'

const fieldGroup: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: fieldGroupsTag,
      summary: 'Read a field group',
      description: 'The answer includes the fields of the group.',
      params: FieldGroupParams,
      response: replies({ 200: FieldGroupWithFields }, new FieldGroupNotFound())
    }
  }, async function getFieldGroup (request, reply) {
    const group = await app.fieldGroups.require(request.unit, request.params.field_group_id)
    // A serialiser would write each of up to 350,000 options by itself.
    return sendJson(reply, JSON.stringify(presentFieldGroupWithFields(group)))
  })
}

export default fieldGroup
