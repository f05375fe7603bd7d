import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentColleague } from '#src/access/present.js'
import { GroupNotFound } from '#src/groups/errors.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { descriptions } from '#src/openapi/descriptions.js'
import { withAvatars } from '../../../avatars.js'
import { replies } from '../../../schemas.js'
import { UserGroupParams, userGroupsTag, UserGroupUsersReply } from '../../schemas.js'

const users: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: userGroupsTag,
      summary: 'List the users of a user group',
      description: descriptions.disabledToo,
      params: UserGroupParams,
      querystring: PageQuery,
      response: replies({ 200: UserGroupUsersReply }, new GroupNotFound())
    }
  }, async function listUserGroupUsers (request, reply) {
    const { unit, params } = request
    const { id } = await app.groups.require(unit, params.user_group_id)
    return sendPagedList(request, reply, [
      section({
        name: 'users',
        async read (page) {
          const users = await app.groups.usersOf(unit, id, page)
          return withAvatars(request, users.map(presentColleague))
        },
        keyOf: (user) => user.id,
        toJson: JSON.stringify
      })
    ])
  })
}

export default users
