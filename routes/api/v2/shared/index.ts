import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { TooManyAttempts } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { wordsFor } from '#src/links/words.js'
import { SharedLinkReply, SharedPasswordBody, SharedPasswordReply, sharedReplies, sharedTag } from './schemas.js'

const shared: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    config: { shared: 'open' },
    schema: {
      tag: sharedTag,
      summary: 'Open a link',
      description: 'Each request counts as a use of the link.',
      querystring: NoParameters,
      response: sharedReplies({ 200: SharedLinkReply })
    }
  }, async function getSharedLink ({ link, unit }) {
    await app.guests.noteUse(link)
    const { title, shown: { type }, expiresAt, download, comments, approvals, versions } = link
    const words = await wordsFor(unit.reads.sql, link.maker.accountId, [title])
    const left = await app.guestUploads.left(unit, link)
    return {
      link: {
        title: words(title),
        type,
        expires_at: expiresAt,
        download,
        comments,
        approvals,
        versions,
        ...left !== null && {
          files_left: left.files, bytes_left: left.bytes, max_file_bytes: app.config.MEDIA_MAX_BYTES
        }
      }
    }
  })

  app.post('/password', {
    config: { shared: 'locked' },
    schema: {
      tag: sharedTag,
      summary: 'Send the password of a link',
      description: 'The answer to a wrong password is 401. After 10 wrong passwords from one network address within 15 minutes, no more passwords are accepted.',
      querystring: NoParameters,
      body: SharedPasswordBody,
      response: sharedReplies({ 200: SharedPasswordReply }, new TooManyAttempts())
    }
  }, async function sendSharedPassword (request) {
    return app.guests.unlock(request.link, request.body.password, request.remoteAddress)
  })
}

export default shared
