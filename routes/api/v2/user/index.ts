import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentKey } from '#src/access/present.js'
import { NoParameters } from '#src/http/schemas.js'
import { replies } from '../schemas.js'
import { CurrentUserReply, usersTag } from './schemas.js'

const user: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: usersTag,
      summary: 'Tell whose key this is',
      querystring: NoParameters,
      response: replies({ 200: CurrentUserReply })
    }
  }, async function getCurrentUser (request) {
    const { unit, apiKey } = request
    const { userId: id, email, admin, account } = unit.caller
    return { user: { id, email, admin, account }, api_key: presentKey(await app.apiKeys.current(unit, apiKey.keyId)) }
  })
}

export default user
