import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { currentUser } from '#src/access/account-users.js'
import { presentKey, presentSession } from '#src/access/present.js'
import { higher } from '#src/access/roles.js'
import { NoParameters } from '#src/http/schemas.js'
import { presentMe } from '../me.js'
import { replies } from '../schemas.js'
import { CurrentUserQuery, CurrentUserReply, UpdateCurrentUserBody, UpdatedCurrentUserReply, usersTag } from './schemas.js'

const user: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: usersTag,
      summary: 'Read the user of this key or session',
      description: 'The answer has the user, and the rights of the key.',
      querystring: CurrentUserQuery,
      response: replies({ 200: CurrentUserReply })
    }
  }, async function getCurrentUser (request) {
    const { unit, apiKey, session, query } = request
    return {
      user: await presentMe(request),
      ...query.include === 'highest_role' && {
        highest_role: higher(await currentUser.findHighestRole(unit), await app.groups.highestRoleOf(unit))
      },
      api_key: apiKey && presentKey(await app.apiKeys.current(unit, apiKey.keyId)),
      session: session && presentSession(await app.sessions.current(unit, session.sessionId))
    }
  })

  app.put('/', {
    schema: {
      tag: usersTag,
      summary: 'Update your user',
      description: 'Other users see your name, and guests see it with your comments.',
      querystring: NoParameters,
      body: UpdateCurrentUserBody,
      response: replies({ 200: UpdatedCurrentUserReply })
    }
  }, async function updateCurrentUser (request) {
    await currentUser.rename(request.unit, request.body.name)
    return { user: await presentMe(request) }
  })
}

export default user
