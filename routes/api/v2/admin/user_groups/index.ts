import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { TooMany } from '#src/errors.js'
import { GroupExists } from '#src/groups/errors.js'
import { MOST_GROUPS } from '#src/groups/groups.js'
import { presentGroup } from '#src/groups/rows.js'
import { NoParameters } from '#src/http/schemas.js'
import { adminReplies } from '../../schemas.js'
import { CreateUserGroupBody, CreateUserGroupReply, userGroupsTag } from '../../user_groups/schemas.js'

const userGroups: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    schema: {
      tag: userGroupsTag,
      summary: 'Create a user group',
      description: 'The group has no users, and is in no project. An account has at most 1,000 user groups.',
      querystring: NoParameters,
      body: CreateUserGroupBody,
      response: adminReplies({ 200: CreateUserGroupReply }, new GroupExists(), new TooMany(`${MOST_GROUPS} user groups`))
    }
  }, async function createUserGroup ({ unit, body }) {
    return { user_group: presentGroup(await app.groups.create(unit, body)) }
  })
}

export default userGroups
