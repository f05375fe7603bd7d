import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { GroupExists, GroupNotFound } from '#src/groups/errors.js'
import { presentGroup } from '#src/groups/rows.js'
import { NoParameters } from '#src/http/schemas.js'
import { adminReplies, done } from '../../../schemas.js'
import {
  UpdateUserGroupBody, UpdateUserGroupReply, UserGroupParams, userGroupsTag
} from '../../../user_groups/schemas.js'

const userGroup: FastifyPluginAsyncTypebox = async function (app) {
  const params = UserGroupParams
  const missing = new GroupNotFound()

  app.post('/', {
    schema: {
      tag: userGroupsTag,
      summary: 'Update a user group',
      description: 'Changes the properties that you send. With a `provider_group`, the next sign-in of each user decides whether the user is in the group.',
      params,
      querystring: NoParameters,
      body: UpdateUserGroupBody,
      response: adminReplies({ 200: UpdateUserGroupReply }, missing, new GroupExists())
    }
  }, async function updateUserGroup ({ unit, params, body }) {
    return { user_group: presentGroup(await app.groups.change(unit, params.user_group_id, body)) }
  })

  app.delete('/', {
    schema: {
      tag: userGroupsTag,
      summary: 'Delete a user group',
      description: 'Takes the group out of all projects and deletes it. Its users are not deleted.',
      params,
      querystring: NoParameters,
      response: adminReplies(done('User group deleted'), missing)
    }
  }, async function deleteUserGroup ({ unit, params }) {
    await app.groups.remove(unit, params.user_group_id)
    return { ok: 'User group deleted' }
  })
}

export default userGroup
