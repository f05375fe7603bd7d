import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ExpiredInvitation, ExpiredToken, InvalidToken, NotFound } from '#src/errors.js'
import { beginSession, requireOwnPage } from '#src/http/begin-session.js'
import { NoParameters } from '#src/http/schemas.js'
import { withAvatar } from '../../avatars.js'
import { requirePasswords, SessionReply, sessionTag, SetPasswordByTokenBody, signInReplies } from '../schemas.js'

const password: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    config: { public: true },
    onRequest: [requirePasswords, requireOwnPage],
    schema: {
      tag: sessionTag,
      summary: 'Set a password with the token of a link, and sign in',
      description:
        'The token works once. All other sessions of the user end. The header `X-Requested-With: cutroom` is required.',
      querystring: NoParameters,
      body: SetPasswordByTokenBody,
      response: signInReplies(
        { 200: SessionReply }, new InvalidToken(), new ExpiredToken(), new ExpiredInvitation(), new NotFound()
      )
    }
  }, async function setPasswordByToken (request, reply) {
    const begun = await beginSession(request, reply, {
      by: 'token',
      signIn: (origin) => app.signIn.byToken(request.body, origin)
    })
    return { ...begun, user: await withAvatar(request, begun.user, begun.unit) }
  })
}

export default password
