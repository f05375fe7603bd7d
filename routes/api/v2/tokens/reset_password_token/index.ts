import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ExpiredToken } from '#src/errors.js'
import { descriptions } from '#src/openapi/descriptions.js'
import { tokenReplies, TokenQuery, tokensTag } from '../schemas.js'

const resetPasswordToken: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: tokensTag,
      summary: 'Find the user of a reset-password token',
      description: descriptions.tokensAlike,
      querystring: TokenQuery,
      response: tokenReplies(new ExpiredToken())
    }
  }, async function getResetPasswordEmail (request) {
    return { email: await app.tokens.resolve(request.unit, 'reset_password', request.query.token) }
  })
}

export default resetPasswordToken
