import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NotFound, Overloaded, Unauthorized } from '#src/errors.js'
import { requireOwnPage } from '#src/http/begin-session.js'
import { NoParameters } from '#src/http/schemas.js'
import { mailBase } from '#src/process/config.js'
import { ForgottenBody, ForgottenReply, requirePasswords, sessionTag, signInReplies } from '../schemas.js'

const ON_ITS_WAY = 'If this address is known, a message is on its way'

const forgotten: FastifyPluginAsyncTypebox = async function (app) {
  const hasMail = mailBase(app.config) !== null

  app.post('/', {
    config: { public: true },
    onRequest: [requirePasswords, requireMail, requireOwnPage],
    schema: {
      tag: sessionTag,
      summary: 'Request a link to set a new password',
      description:
        'The answer is the same for every e-mail address. If a user has it, the service sends an e-mail with a link, at most three times in an hour. A mail server is required, and the header `X-Requested-With: cutroom`.',
      querystring: NoParameters,
      body: ForgottenBody,
      response: signInReplies({ 200: ForgottenReply }, new Unauthorized(), new NotFound(), new Overloaded())
    }
  }, async function sendForgottenPassword (request) {
    await app.forgotten.ask(request.body.email, request.remoteAddress)
    return { ok: ON_ITS_WAY }
  })

  async function requireMail (): Promise<void> {
    if (!hasMail) throw new NotFound()
  }
}

export default forgotten
