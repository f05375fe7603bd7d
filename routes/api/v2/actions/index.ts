import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentStartable } from '#src/actions/definitions/present.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { replies } from '../schemas.js'
import { actionsTag, StartableActionsReply } from './schemas.js'

const actions: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: actionsTag,
      summary: 'List the actions',
      description: 'Lists the enabled actions of the account. `role` is the role that you need for an item to start one.',
      querystring: PageQuery,
      response: replies({ 200: StartableActionsReply })
    }
  }, async function listActions (request, reply) {
    return sendPagedList(request, reply, [
      section({
        name: 'actions',
        read: async (page) => app.actions.listEnabled(request.unit, page),
        weigh: async (page) => app.actions.weighEnabled(request.unit, page),
        keyOf: ({ id }) => id,
        toJson: (action) => JSON.stringify(presentStartable(action))
      })
    ])
  })
}

export default actions
