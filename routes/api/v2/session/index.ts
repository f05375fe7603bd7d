import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SessionNotFound, NotFound, Unauthorized } from '#src/errors.js'
import { beginSession, requireOwnPage } from '#src/http/begin-session.js'
import { NoParameters } from '#src/http/schemas.js'
import { withAvatar } from '../avatars.js'
import { done, replies } from '../schemas.js'
import { CreateSessionBody, requirePasswords, SessionReply, sessionTag, signInReplies } from './schemas.js'

const session: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    config: { public: true },
    onRequest: [requirePasswords, requireOwnPage],
    schema: {
      tag: sessionTag,
      summary: 'Sign in with e-mail address and password',
      description:
        'The answer is the same 401 for an unknown e-mail address, a wrong password, a disabled user, and a user without a password. The header `X-Requested-With: cutroom` is required.',
      querystring: NoParameters,
      body: CreateSessionBody,
      response: signInReplies({ 200: SessionReply }, new Unauthorized(), new NotFound())
    }
  }, async function createSession (request, reply) {
    const { email, password, keep = false } = request.body
    const begun = await beginSession(request, reply, {
      by: 'password',
      keep,
      signIn: (origin) => app.signIn.byPassword({ email, password, keep }, origin)
    })
    return { ...begun, user: await withAvatar(request, begun.user, begun.unit) }
  })

  app.delete('/', {
    schema: {
      tag: sessionTag,
      summary: 'Sign out of this browser',
      description: 'Ends the session of the request.',
      querystring: NoParameters,
      response: replies(done('Signed out'), new SessionNotFound())
    }
  }, async function deleteSession (request, reply) {
    if (request.session === null) throw new SessionNotFound()
    app.sessionCookie.clear(reply)
    await app.sessions.end(request.unit, request.session.sessionId)
    return { ok: 'Signed out' }
  })
}

export default session
