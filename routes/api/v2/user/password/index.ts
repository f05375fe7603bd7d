import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { InvalidParameter, MissingParameter, TooManyAttempts } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { done, replies } from '../../schemas.js'
import { sessionTag } from '../../session/schemas.js'
import { SetPasswordBody } from '../schemas.js'

const password: FastifyPluginAsyncTypebox = async function (app) {
  app.put('/', {
    schema: {
      tag: sessionTag,
      summary: 'Set your password',
      description:
        'All your sessions end, except the session of the request. Links to set a password become invalid. Keys stay valid.',
      querystring: NoParameters,
      body: SetPasswordBody,
      response: replies(
        done('Password changed'),
        new MissingParameter('current_password'),
        new InvalidParameter('current_password', '"…"', 'Must be the current password'),
        new TooManyAttempts()
      )
    }
  }, async function setPassword (request) {
    const { unit, session, remoteAddress: address } = request
    await app.signIn.changePassword(unit, request.body, { address, session: session?.sessionId })
    return { ok: 'Password changed' }
  })
}

export default password
