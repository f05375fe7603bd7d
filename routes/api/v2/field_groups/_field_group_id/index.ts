import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { FieldGroupNotFound } from '../../../../../src/errors.js'
import { presentFieldGroupWithFields } from '../../../../../src/fields/present.js'
import { replies } from '../../schemas.js'
import { FieldGroupParams, FieldGroupWithFields } from '../schemas.js'

const fieldGroup: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      summary: 'Read a field group',
      params: FieldGroupParams,
      response: replies({ 200: FieldGroupWithFields }, new FieldGroupNotFound())
    }
  }, async function getFieldGroup (request) {
    return presentFieldGroupWithFields(await app.fieldGroups.require(request.caller, request.params.field_group_id))
  })
}

export default fieldGroup
