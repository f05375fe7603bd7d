import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { GroupNotFound } from '#src/groups/errors.js'
import { presentGroup } from '#src/groups/rows.js'
import { NoParameters } from '#src/http/schemas.js'
import { replies } from '../../schemas.js'
import { UserGroupParams, UserGroupReply, userGroupsTag } from '../schemas.js'

const userGroup: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: userGroupsTag,
      summary: 'Read a user group',
      description: 'The users of a group are in a separate list.',
      params: UserGroupParams,
      querystring: NoParameters,
      response: replies({ 200: UserGroupReply }, new GroupNotFound())
    }
  }, async function getUserGroup ({ unit, params }) {
    return { user_group: presentGroup(await app.groups.require(unit, params.user_group_id)) }
  })
}

export default userGroup
