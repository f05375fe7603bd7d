import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ExpiredInvitation, ExpiredToken, InvalidToken, NotFound } from '#src/errors.js'
import { requireOwnPage } from '#src/http/begin-session.js'
import { NoParameters } from '#src/http/schemas.js'
import { requirePasswords, sessionTag, signInReplies, TokenBody, TokenOwnerReply } from '../schemas.js'

const token: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    config: { public: true },
    onRequest: [requirePasswords, requireOwnPage],
    schema: {
      tag: sessionTag,
      summary: 'Find the user of the token of a link',
      description:
        'The page of a link shows the answer to the user before a password is set. The token stays valid. The header `X-Requested-With: cutroom` is required.',
      querystring: NoParameters,
      body: TokenBody,
      response: signInReplies(
        { 200: TokenOwnerReply }, new InvalidToken(), new ExpiredToken(), new ExpiredInvitation(), new NotFound()
      )
    }
  }, async function findTokenUser ({ body, remoteAddress: address }) {
    return app.signIn.readToken(body.token, { address })
  })
}

export default token
