import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentGroup } from '#src/groups/rows.js'
import { untilGone } from '#src/http/gone.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { replies } from '../schemas.js'
import { UserGroupsReply, userGroupsTag } from './schemas.js'

const userGroups: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: userGroupsTag,
      summary: 'List user groups',
      description:
        'Lists the user groups of the account. With the access `projects`, you see the groups that you are in, and those in projects that you see.',
      querystring: PageQuery,
      response: replies({ 200: UserGroupsReply })
    }
  }, async function listUserGroups (request, reply) {
    const longReads = app.database.longReads(request.caller, untilGone(reply))
    return sendPagedList(request, reply, [
      section({
        name: 'user_groups',
        read: (page) => app.groups.list(request.unit, longReads, page),
        keyOf: ({ id }) => id,
        toJson: (group) => JSON.stringify(presentGroup(group))
      })
    ])
  })
}

export default userGroups
