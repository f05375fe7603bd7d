import { Type, type Static } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type { ThumbnailReader } from '#src/projects/thumbnails.js'
import { described } from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import { samples } from '#src/openapi/samples.js'

export const Thumbnail = Type.Object({
  asset_id: described(Type.String(), idOf('asset'), samples.assetId),
  width: described(Type.Integer(), descriptions.width, 1280),
  height: described(Type.Integer(), descriptions.height, 720),
  content_type: described(Type.String(), descriptions.contentType, 'image/webp'),
  url: described(Type.String(), descriptions.urlWithoutKey, `https://cutroom.example.com/media/${samples.fileId}/preview?expires=${samples.expires}&user=1&signature=${samples.signature}`),
  url_expires_at: described(Type.String(), descriptions.urlExpiresAt, samples.laterMilliseconds)
}, { title: 'Thumbnail' })

export const MaybeThumbnail = Type.Unsafe<Static<typeof Thumbnail> | null>({ anyOf: [Thumbnail, { type: 'null' }] })

/** Reads the pictures of projects for the caller of a request. */
export function thumbnailsOf (request: FastifyRequest): ThumbnailReader {
  const { unit, server: { media, publicUrls, thumbnails } } = request
  return thumbnails.reader(unit, () => media.signerFor(unit.caller, publicUrls.of(request)))
}
