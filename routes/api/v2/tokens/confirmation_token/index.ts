import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ExpiredInvitation } from '#src/errors.js'
import { tokenReplies, TokenQuery, tokensTag } from '../schemas.js'

const confirmationToken: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: tokensTag,
      summary: 'Tell whose a confirmation token is',
      description: 'Unknown, used and expired tokens are answered alike.',
      querystring: TokenQuery,
      response: tokenReplies(new ExpiredInvitation())
    }
  }, async function getConfirmationEmail (request) {
    return { email: await app.tokens.resolve(request.unit, 'confirmation', request.query.token) }
  })
}

export default confirmationToken
