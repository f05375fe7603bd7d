import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ExpiredInvitation, InvalidToken } from '../../../../../src/errors.js'
import { replies } from '../../schemas.js'
import { TokenQuery, TokenReply } from '../schemas.js'

const confirmationToken: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      summary: 'Tell whose a confirmation token is',
      querystring: TokenQuery,
      response: replies({ 200: TokenReply }, new InvalidToken(), new ExpiredInvitation())
    }
  }, async function getConfirmationEmail (request) {
    return { email: await app.tokens.resolve(request.caller, 'confirmation', request.query.token) }
  })
}

export default confirmationToken
