import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentFieldGroup } from '#src/fields/present.js'
import { replies } from '../../schemas.js'
import { CreateFieldGroupBody, CreateFieldGroupReply } from './schemas.js'

const fieldGroups: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    schema: { summary: 'Create a field group', body: CreateFieldGroupBody, response: replies({ 200: CreateFieldGroupReply }) }
  }, async function createFieldGroup (request) {
    return { field_group: presentFieldGroup(await app.fieldGroups.create(request.caller, request.body)), errors: [] }
  })
}

export default fieldGroups
