import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ExpiredToken, InvalidToken } from '../../../../../src/errors.js'
import { replies } from '../../schemas.js'
import { TokenQuery, TokenReply } from '../schemas.js'

const resetPasswordToken: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      summary: 'Tell whose a reset-password token is',
      querystring: TokenQuery,
      response: replies({ 200: TokenReply }, new InvalidToken(), new ExpiredToken())
    }
  }, async function getResetPasswordEmail (request) {
    return { email: await app.tokens.resolve(request.caller, 'reset_password', request.query.token) }
  })
}

export default resetPasswordToken
