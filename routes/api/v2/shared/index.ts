import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { TooManyAttempts } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { SharedLinkReply, SharedPasswordBody, SharedPasswordReply, sharedReplies, sharedTag } from './schemas.js'

const shared: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    config: { shared: 'open' },
    schema: {
      tag: sharedTag,
      summary: 'Open a link',
      description: 'Each time counts as a use of it.',
      querystring: NoParameters,
      response: sharedReplies({ 200: SharedLinkReply })
    }
  }, async function getSharedLink ({ link }) {
    await app.guests.noteUse(link)
    const { title, shown: { type }, expiresAt, download, comments } = link
    return { link: { title, type, expires_at: expiresAt, download, comments } }
  })

  app.post('/password', {
    config: { shared: 'locked' },
    schema: {
      tag: sharedTag,
      summary: 'Send the password of a link',
      description: 'A wrong one is 401. After 10 of them from one address within 15 minutes, none is taken any more.',
      querystring: NoParameters,
      body: SharedPasswordBody,
      response: sharedReplies({ 200: SharedPasswordReply }, new TooManyAttempts())
    }
  }, async function sendSharedPassword (request) {
    return app.guests.unlock(request.link, request.body.password, request.remoteAddress)
  })
}

export default shared
