import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { isNamed } from '#src/http/entity-tags.js'
import { AvatarParams, avatarReplies, documented } from './schemas.js'
import { usersTag } from '../../api/v2/user/schemas.js'
import { safety } from '../../media/_file_id/schemas.js'

/** The bytes of a URL never change. Whoever has stored them goes on showing them for a day after they are gone. */
const DAY_S = 24 * 60 * 60

const avatar: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    config: { public: true, documented },
    schema: {
      tag: usersTag,
      summary: 'View the picture of a user',
      description: 'The signed URL is the `avatar_url` of the user: no key is required. It works until the picture changes.',
      params: AvatarParams,
      response: avatarReplies
    }
  }, async function getAvatar (request, reply) {
    const { params: { avatar_id: id }, query, headers } = request
    const bytes = await app.avatars.open(id, (query as { signature?: unknown }).signature)
    const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`
    reply.headers({ ...safety, etag, 'cache-control': `private, max-age=${DAY_S}, immutable` })
    const known = headers['if-none-match']
    if (known !== undefined && isNamed(known, etag)) return reply.code(304).send()
    return reply.type('image/webp').header('content-disposition', 'inline; filename=picture.webp').send(bytes)
  })
}

export default avatar
