import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentFieldGroupWithFields } from '#src/fields/present.js'
import { ListQuery, section, sendList } from '#src/http/list.js'
import { replies } from '../schemas.js'
import { FieldGroupsReply, fieldGroupsTag } from './schemas.js'

const fieldGroups: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: fieldGroupsTag,
      summary: 'List the field groups',
      description: 'The answer includes the fields of each group.',
      querystring: ListQuery,
      response: replies({ 200: FieldGroupsReply })
    }
  }, async function listFieldGroups (request, reply) {
    return sendList(request, reply, [
      section({
        name: 'field_groups',
        read: (page) => app.fieldGroups.list(request.unit, page),
        weigh: (page) => app.fieldGroups.weigh(request.unit, page),
        keyOf: ({ id }) => id,
        toJson: (group) => JSON.stringify(presentFieldGroupWithFields(group))
      })
    ])
  })
}

export default fieldGroups
