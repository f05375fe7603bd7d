import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { TooMany } from '#src/errors.js'
import { MOST_GROUPS } from '#src/fields/limits.js'
import { presentFieldGroup } from '#src/fields/present.js'
import { adminReplies } from '../../schemas.js'
import { CreateFieldGroupBody, CreateFieldGroupReply } from './schemas.js'
import { fieldGroupsTag } from '../../field_groups/schemas.js'

const fieldGroups: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    schema: {
      tag: fieldGroupsTag,
      summary: 'Create a field group',
      description: 'A `default` group has one value for each field. A `complex` group has a list of entries.',
      body: CreateFieldGroupBody,
      response: adminReplies({ 200: CreateFieldGroupReply }, new TooMany(`${MOST_GROUPS} field groups`))
    }
  }, async function createFieldGroup (request) {
    return { field_group: presentFieldGroup(await app.fieldGroups.create(request.unit, request.body)), errors: [] }
  })
}

export default fieldGroups
