import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentCurrentUser, presentKey, presentSession } from '#src/access/present.js'
import { NoParameters } from '#src/http/schemas.js'
import { replies } from '../schemas.js'
import { CurrentUserReply, usersTag } from './schemas.js'

const user: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: usersTag,
      summary: 'Read the user of this key or session',
      description: 'The answer has the user, and the rights of the key.',
      querystring: NoParameters,
      response: replies({ 200: CurrentUserReply })
    }
  }, async function getCurrentUser (request) {
    const { unit, apiKey, session } = request
    return {
      user: presentCurrentUser(unit.caller),
      api_key: apiKey && presentKey(await app.apiKeys.current(unit, apiKey.keyId)),
      session: session && presentSession(await app.sessions.current(unit, session.sessionId))
    }
  })
}

export default user
