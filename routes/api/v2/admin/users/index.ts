import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentNewKey, presentUser } from '#src/access/present.js'
import { withoutKey } from '#src/basics/secrets.js'
import { LastAdministrator, LinkedUserNotFound, UserExists } from '#src/errors.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { NoParameters } from '#src/http/schemas.js'
import { adminReplies } from '../../schemas.js'
import {
  AccountUsersReply, CreateUserBody, CreateUserReply, UpdateUserBody, UpdateUserReply, UserParams
} from './schemas.js'
import { usersTag } from '../../user/schemas.js'

const users: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: usersTag,
      summary: 'List the users with their last use',
      querystring: PageQuery,
      response: adminReplies({ 200: AccountUsersReply })
    }
  }, async function listAccountUsers (request, reply) {
    return sendPagedList(request, reply, [
      section({
        name: 'users',
        read: (page) => app.users.list(request.unit, page),
        keyOf: ({ id }) => id,
        toJson: (user) => JSON.stringify(presentUser(user))
      })
    ])
  })

  app.post('/', {
    config: { keptAnswer: withoutKey },
    schema: {
      tag: usersTag,
      summary: 'Create a user with a key',
      querystring: NoParameters,
      body: CreateUserBody,
      response: adminReplies({ 200: CreateUserReply }, new UserExists())
    }
  }, async function createUser (request) {
    const { user, key } = await app.users.add(request.unit, request.body)
    return { user: presentUser(user), api_key: presentNewKey(key) }
  })

  app.post('/:user_id', {
    schema: {
      tag: usersTag,
      summary: 'Disable a user or make it an administrator',
      description:
        'Or the other way round. The last administrator who can still come in is neither disabled nor made a default user.',
      params: UserParams,
      querystring: NoParameters,
      body: UpdateUserBody,
      response: adminReplies({ 200: UpdateUserReply }, new LinkedUserNotFound('2'), new LastAdministrator())
    }
  }, async function updateUser (request) {
    return { user: presentUser(await app.users.change(request.unit, request.params.user_id, request.body)) }
  })
}

export default users
