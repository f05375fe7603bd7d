import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { TooMany, UserNotFound } from '#src/errors.js'
import { GroupNotFound, GroupOfProvider } from '#src/groups/errors.js'
import { MOST_USERS } from '#src/groups/users.js'
import { NoParameters } from '#src/http/schemas.js'
import { adminReplies, done } from '../../../../schemas.js'
import { GroupUsersBody, UserGroupParams, userGroupsTag } from '../../../../user_groups/schemas.js'

const users: FastifyPluginAsyncTypebox = async function (app) {
  const common = { tag: userGroupsTag, params: UserGroupParams, querystring: NoParameters, body: GroupUsersBody }
  const failures = [new GroupNotFound(), new GroupOfProvider(), new UserNotFound('2')]

  app.post('/', {
    schema: {
      ...common,
      summary: 'Add users to a user group',
      description: 'A user who is in the group already is ignored. If one does not exist, none is added. A group has at most 10,000 users.',
      response: adminReplies(done('Users added'), ...failures, new TooMany(`${MOST_USERS} users`))
    }
  }, async function addUserGroupUsers ({ unit, params, body }) {
    await app.groups.addUsers(unit, params.user_group_id, body.user_ids)
    return { ok: 'Users added' }
  })

  app.delete('/', {
    schema: {
      ...common,
      summary: 'Remove users from a user group',
      description: 'A user who is not in the group is ignored. If one does not exist, none is removed.',
      response: adminReplies(done('Users removed'), ...failures)
    }
  }, async function removeUserGroupUsers ({ unit, params, body }) {
    await app.groups.removeUsers(unit, params.user_group_id, body.user_ids)
    return { ok: 'Users removed' }
  })
}

export default users
