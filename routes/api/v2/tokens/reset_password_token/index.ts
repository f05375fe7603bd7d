import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ExpiredToken } from '#src/errors.js'
import { tokenReplies, TokenQuery, tokensTag } from '../schemas.js'

const resetPasswordToken: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: tokensTag,
      summary: 'Tell whose a reset-password token is',
      description: 'Unknown, used and expired tokens are answered alike.',
      querystring: TokenQuery,
      response: tokenReplies(new ExpiredToken())
    }
  }, async function getResetPasswordEmail (request) {
    return { email: await app.tokens.resolve(request.unit, 'reset_password', request.query.token) }
  })
}

export default resetPasswordToken
