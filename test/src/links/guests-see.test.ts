import t from 'tap'
import { Type, type TObject } from '@sinclair/typebox'
import { presentCommentToGuests } from '#src/comments/present.js'
import { commentOfGuests } from '#src/comments/schema.js'
import { guestView } from '#src/core/guest-view.js'
import { domains } from '#src/domains.js'
import { createGuestsReview, guestsReview } from '#src/included/guests-review.js'
import { reviewParts } from '#src/included/review.js'
import { assetOfGuests, Asset } from '#src/items/schema.js'
import { presentFileToGuests, type ShownFile } from '#src/links/files.js'
import { inWords, textsIn } from '#src/links/words.js'
import { AnalysedMediaFile } from '#src/media/schema.js'
import { inOneApp } from '#test/helper/app.js'
import { addAsset } from '#test/helper/items.js'
import { CreateGuestCommentReply, SharedAssetReply, SharedCommentsReply, SharedLinkReply } from '../../../routes/api/v2/shared/schemas.js'

/** What to do about keys that are not those below. */
const ADVICE = 'guests see other keys than test/src/links/guests-see.test.ts has: if everybody who has a link may see them, write them into `seen`; else take them out of `guestView` in the schema.ts of the domain'

/** What guests see of each thing. A key that is added here is shown to everybody who has a link. */
const seen = {
  approval: ['id', 'author', 'guest', 'status', 'text', 'decided_at'],
  asset: ['id', 'title', 'media_type'],
  comment: ['id', 'text', 'user_id', 'author', 'guest', 'internal', 'reply_to', 'time', 'duration', 'page', 'area', 'drawing',
    'version', 'done', 'created_at', 'updated_at'],
  file: ['id', 'filename', 'content_type', 'size', 'checksum', 'status', 'progress', 'error', 'created_at', 'version',
    'analysis', 'previews', 'proxies', 'proxy_status', 'proxy_progress', 'view_url', 'view_url_expires_at'],
  link: ['title', 'type', 'expires_at', 'download', 'comments', 'approvals', 'versions', 'files_left', 'bytes_left',
    'max_file_bytes'],
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
  t.strictSame(keysOf(alone), sorted(seen.file), ADVICE)
  t.strictSame(keysOf(alone.previews[0]), sorted(seen.preview), ADVICE)
  t.strictSame(keysOf(alone.proxies[0]), sorted(seen.proxy), ADVICE)
  t.strictSame(keysOf(presentFileToGuests(file, true)), sorted([...seen.file, ...downloads]), ADVICE)
})

t.test('Guests see the keys of a comment and of an asset that are named for them, and no others', async (t) => {
  const row = {
    ...wholeOf(commentOfGuests.schema),
    guest_name: null,
    name: null,
    mention_groups: null,
    area: null,
    drawing: null,
    mentions: '[2]',
    media_id: 'm',
    attachments: []
  }
  const shown = presentCommentToGuests(row as never)
  t.strictSame(keysOf(shown), sorted(seen.comment), ADVICE)
  t.equal(shown.author, 'author')
  t.strictSame(keysOf(assetOfGuests.of(wholeOf(Asset))), sorted(seen.asset), ADVICE)
})

t.test('The answers to guests have schemas with the same keys', async (t) => {
  const keysIn = (schema: unknown) => sorted(Object.keys((schema as TObject).properties))
  const { asset } = SharedAssetReply.properties
  t.strictSame(keysIn(asset), sorted([...seen.asset, 'path', 'version', 'media', 'film', ...Object.keys(guestsReview.properties)]), ADVICE)
  const file = asset.properties.media.items
  t.strictSame(keysIn(file), sorted([...seen.file, ...downloads]), ADVICE)
  t.strictSame(keysIn(file.properties.previews.items), sorted(seen.preview), ADVICE)
  t.strictSame(keysIn(file.properties.proxies.items), sorted(seen.proxy), ADVICE)
  t.strictSame(keysIn(SharedCommentsReply.properties.comments.items), sorted(seen.comment), ADVICE)
  t.strictSame(keysIn(CreateGuestCommentReply.properties.comment), sorted(seen.comment), ADVICE)
  t.strictSame(keysIn(SharedLinkReply.properties.link), sorted(seen.link), ADVICE)
})

t.test('Each domain says what guests see of its things, and of its part of the review of an asset', async (t) => {
  const all = [
    ...domains.flatMap(({ things = {} }) => Object.entries(things)),
    ...reviewParts.map((part) => [`review.${part.name}`, part] as const)
  ]
  const known = seen as Record<string, string[]>
  for (const [name, { guests }] of all) {
    t.strictSame(guests && keysOf(guests.schema.properties), known[name] === undefined ? null : sorted(known[name]), `${name}: ${ADVICE}`)
  }
})

const whole = Type.Object({ last: Type.String(), secret: Type.String() })
const part = {
  name: 'notes',
  schema: whole,
  column: () => 'i.title',
  present: (column: string | null) => ({ last: column, secret: 'secret' })
}
const { properties, read } = createGuestsReview([
  { ...part, guests: guestView(whole, 'SharedNotes', ['last']) },
  { ...part, name: 'hidden', guests: null }
], 'included_made_up')
const without = createGuestsReview([{ ...part, guests: null }], 'included_made_up_without')

inOneApp()('Guests see the keys of a part of the review that are named for them, in words of guests', async (t, { app, admin, adminCaller }) => {
  const { id, title } = await addAsset(admin)
  t.strictSame(keysOf(properties.review!.properties), ['notes'])
  const reviews = await read(app.database.reads.sql, adminCaller.accountId, [id])
  t.strictSame([...reviews], [[id, { notes: { last: title } }]])
  t.strictSame(without.properties, {})
  const said = { notes: { all: [{ text: 'first' }, { text: null, count: 2 }] } }
  t.strictSame(textsIn(said), ['first'])
  t.strictSame(inWords(said, (text) => text && `(${text})` as typeof text), { notes: { all: [{ text: '(first)' }, { text: null, count: 2 }] } })
})
