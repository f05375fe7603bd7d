import t from 'tap'
import type { TObject } from '@sinclair/typebox'
import { presentCommentToGuests } from '#src/comments/present.js'
import { commentOfGuests } from '#src/comments/schema.js'
import { domains } from '#src/domains.js'
import { assetOfGuests, Asset } from '#src/items/schema.js'
import { presentFileToGuests, type ShownFile } from '#src/links/files.js'
import { AnalysedMediaFile } from '#src/media/schema.js'
import { CreateGuestCommentReply, SharedAssetReply, SharedCommentsReply, SharedLinkReply } from '../../../routes/api/v2/shared/schemas.js'

/** What guests see of each thing. A key that is added here is shown to everybody who has a link. */
const seen = {
  approval: ['id', 'author', 'guest', 'status', 'text', 'decided_at'],
  asset: ['id', 'title', 'media_type'],
  comment: ['id', 'text', 'user_id', 'author', 'guest', 'internal', 'reply_to', 'time', 'duration', 'page', 'area', 'drawing',
    'version', 'done', 'created_at', 'updated_at'],
  file: ['id', 'filename', 'content_type', 'size', 'checksum', 'status', 'progress', 'error', 'created_at', 'version',
    'analysis', 'previews', 'proxies', 'proxy_status', 'proxy_progress', 'view_url', 'view_url_expires_at'],
  link: ['title', 'type', 'expires_at', 'download', 'comments', 'approvals', 'versions'],
  preview: ['kind', 'width', 'height', 'content_type', 'url', 'url_expires_at', 'columns', 'rows', 'tile_width', 'tile_height',
    'interval', 'count'],
  proxy: ['kind', 'width', 'height', 'duration', 'size', 'content_type', 'url', 'url_expires_at']
}
const downloads = ['download_url', 'download_url_expires_at']

/** A thing that has every key of its schema, and one that nobody knows yet. */
function wholeOf ({ properties }: TObject): Record<string, unknown> {
  return { ...Object.fromEntries(Object.keys(properties).map((name) => [name, name])), secret: 'secret' }
}

const keysOf = (thing: object) => Object.keys(thing).sort()
const sorted = (keys: readonly string[]) => [...keys].sort()

t.test('Guests see the keys of a file, its previews and proxies that are named for them, and no others', async (t) => {
  const { items: preview } = AnalysedMediaFile.properties.previews
  const { items: proxy } = AnalysedMediaFile.properties.proxies
  const whole = { ...wholeOf(AnalysedMediaFile), previews: [wholeOf(preview)], proxies: [wholeOf(proxy)] }
  const file = whole as unknown as ShownFile
  const alone = presentFileToGuests(file, false) as any
  t.strictSame(keysOf(alone), sorted(seen.file))
  t.strictSame(keysOf(alone.previews[0]), sorted(seen.preview))
  t.strictSame(keysOf(alone.proxies[0]), sorted(seen.proxy))
  t.strictSame(keysOf(presentFileToGuests(file, true)), sorted([...seen.file, ...downloads]))
})

t.test('Guests see the keys of a comment and of an asset that are named for them, and no others', async (t) => {
  const row = {
    ...wholeOf(commentOfGuests.schema),
    guest_name: null,
    name: null,
    area: null,
    drawing: null,
    mentions: '[2]',
    media_id: 'm',
    attachments: []
  }
  const shown = presentCommentToGuests(row as never)
  t.strictSame(keysOf(shown), sorted(seen.comment))
  t.equal(shown.author, 'author')
  t.strictSame(keysOf(assetOfGuests.of(wholeOf(Asset))), sorted(seen.asset))
})

t.test('The answers to guests have schemas with the same keys', async (t) => {
  const keysIn = (schema: unknown) => sorted(Object.keys((schema as TObject).properties))
  const { asset } = SharedAssetReply.properties
  t.strictSame(keysIn(asset), sorted([...seen.asset, 'path', 'version', 'media', 'film']))
  const file = asset.properties.media.items
  t.strictSame(keysIn(file), sorted([...seen.file, ...downloads]))
  t.strictSame(keysIn(file.properties.previews.items), sorted(seen.preview))
  t.strictSame(keysIn(file.properties.proxies.items), sorted(seen.proxy))
  t.strictSame(keysIn(SharedCommentsReply.properties.comments.items), sorted(seen.comment))
  t.strictSame(keysIn(CreateGuestCommentReply.properties.comment), sorted(seen.comment))
  t.strictSame(keysIn(SharedLinkReply.properties.link), sorted(seen.link))
})

t.test('Each domain says what guests see of its things', async (t) => {
  for (const { name, things = {} } of domains) {
    for (const [thing, { guests }] of Object.entries(things)) {
      const keys = (seen as Record<string, string[]>)[thing]
      t.strictSame(guests && keysOf(guests.schema.properties), keys === undefined ? null : sorted(keys), `${thing} of ${name}`)
    }
  }
})
