import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NoPicture, PicturesUnreadable } from '#src/avatars/errors.js'
import { LARGEST_SENT } from '#src/avatars/receive.js'
import { BadRequest, BodyTooLarge, NoRoom } from '#src/errors.js'
import { untilGone } from '#src/http/gone.js'
import { NoParameters } from '#src/http/schemas.js'
import { presentMe } from '../../me.js'
import { done, replies } from '../../schemas.js'
import { AvatarBodies, AvatarTooLargeReply, SetAvatarReply, usersTag } from '../schemas.js'

/** Any Content-Type is taken: the body is the picture. */
const picture: FastifyPluginAsyncTypebox = async function (app) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, body, done) => done(null, body))
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['content-type'] !== undefined) headers['content-type'] = 'application/octet-stream'
  })

  app.put('/', {
    bodyLimit: LARGEST_SENT,
    config: { documented: { bodies: AvatarBodies } },
    schema: {
      tag: usersTag,
      summary: 'Set your picture',
      description:
        'The body is the picture. Its middle is kept: 256 × 256 pixels, in WebP, upright and without metadata. Everybody who sees you sees it, but no guest.',
      querystring: NoParameters,
      response: replies(
        { 200: SetAvatarReply, 413: AvatarTooLargeReply }, new NoPicture(), new PicturesUnreadable(), new NoRoom()
      )
    }
  }, async function setAvatar (request, reply) {
    const { unit, headers, body } = request
    if (Number(headers['content-length'] ?? 0) > LARGEST_SENT) throw new BodyTooLarge()
    await app.avatars.set(unit, piecesOf(body as Readable | undefined), untilGone(reply))
    return { user: await presentMe(request) }
  })
}

const avatar: FastifyPluginAsyncTypebox = async function (app) {
  await app.register(picture)

  app.delete('/', {
    schema: {
      tag: usersTag,
      summary: 'Remove your picture',
      description: 'Its URL does not work any more.',
      querystring: NoParameters,
      response: replies(done('Avatar removed'))
    }
  }, async function removeAvatar ({ unit }) {
    await app.avatars.remove(unit)
    return { ok: 'Avatar removed' }
  })
}

export default avatar

/** The connection must outlive the reading, so that an early refusal can be answered. */
async function * piecesOf (body: Readable | undefined): AsyncGenerator<Buffer> {
  try {
    if (body !== undefined) yield * body.iterator({ destroyOnReturn: false })
  } catch {
    throw new BadRequest()
  }
}
