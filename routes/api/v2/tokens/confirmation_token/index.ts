import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ExpiredInvitation } from '#src/errors.js'
import { descriptions } from '#src/openapi/descriptions.js'
import { tokenReplies, TokenQuery, tokensTag } from '../schemas.js'

const confirmationToken: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: tokensTag,
      summary: 'Find the user of a confirmation token',
      description: descriptions.tokensAlike,
      querystring: TokenQuery,
      response: tokenReplies(new ExpiredInvitation())
    }
  }, async function getConfirmationEmail (request) {
    return { email: await app.tokens.resolve(request.unit, 'confirmation', request.query.token) }
  })
}

export default confirmationToken
