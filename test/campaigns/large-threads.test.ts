import { finished } from 'node:stream/promises'
import { rateOf } from '#src/basics/time-code.js'
import { markerFormats, type MarkerFormatName } from '#src/comments/markers/formats.js'
import { openMarkers } from '#src/comments/markers/markers.js'
import { createUnit } from '#src/core/unit.js'
import { PieceStream } from '#src/http/piece-stream.js'
import { httpDialects, inOneApp, type Answer, type World } from '#test/helper/app.js'
import { fillComments } from '#test/helper/fill.js'
import { addAsset, succeed } from '#test/helper/items.js'
import { addFilm } from '#test/helper/film.js'
import { LoopGuard, offencesOf } from '#test/helper/loop-guard.js'
import { all, one, readers, readXml } from '#test/helper/markers.js'

const onBothDatabases = inOneApp()

const outcome = ({ status, body }: Answer) => ({ status, body })

onBothDatabases('An item has at most 5,000 comments, in pages of 100, and a long thread is deleted as a whole', async (t, world) => {
  const { app, admin } = world
  const { id } = await addAsset(admin)
  const url = `assets/${id}/comments`
  const first = (await succeed(admin.post(url, { text: 'First' }))).comment
  await fillComments(world, id, 4998, () => ({ replyTo: first.id }))
  const page = await admin.get(url)
  t.equal(page.body.comments.length, 100)
  const seen: number[] = []
  for (let next: string | undefined = `/api/v2/${url}?limit=1000`; next !== undefined;) {
    const { body, headers } = await admin.get(next)
    seen.push(...body.comments.map((comment: { id: number }) => comment.id))
    next = /^<([^>]+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1]
  }
  t.equal(seen.length, 4999)
  t.strictSame(seen, [...seen].sort((a, b) => a - b))
  const last = (await succeed(admin.post(url, { text: 'Last' }))).comment
  t.strictSame(outcome(await admin.post(url, { text: 'One more' })), { status: 200, body: { error: 'Must not have more than 5000 comments' } })
  t.equal((await admin.post(url, { text: 'x', reply_to: 0 })).status, 422, 'a wrong parameter comes first')
  await succeed(admin.delete(`${url}/${first.id}`))
  t.strictSame((await succeed(admin.get(url))).comments, [last])
  const removed = (await app.database.reads.prisma.historyEntry.findMany({ where: { assetId: id, event: 'ASSET_REMOVED_COMMENT' }, orderBy: { id: 'asc' } }))
    .map(({ targets }) => JSON.parse(targets).comment_id as number)
  t.equal(new Set(removed).size, 4999, 'with an event for each')
  t.equal(removed.at(-1), first.id)
})

onBothDatabases('Five thousand comments are five thousand markers in every format', async (t, world) => {
  const { admin } = world
  const film = { frame_rate: 25, duration: 6000 }
  const id = await addFilm(world, 25, film)
  await fillComments(world, id, 5000, (index) => ({ time: 5000 - index }))
  for (const format of ['edl', 'avid', 'fcpxml', 'xmeml', 'otio', 'csv']) {
    const { markers } = readers[format]!((await admin.get(`assets/${id}/comments?format=${format}`)).text, rateOf(film)!)
    t.strictSame(markers.map(({ text }) => Number(text.split(': ')[1])), Array.from({ length: 5000 }, (_each, index) => 4999 - index), format)
  }
  t.equal(all(one(readXml((await admin.get(`assets/${id}/comments?format=fcpxml`)).text), 'spine'), 'marker').length, 5000)
}, {}, httpDialects)

/** Reads markers without keeping them. */
async function readMarkers (
  { app, adminCaller }: World, id: string, format: MarkerFormatName
): Promise<{ status: number }> {
  const { pieces } = await openMarkers(createUnit(app, adminCaller), id, { format })
  await finished(new PieceStream(pieces, adminCaller).resume())
  return { status: 200 }
}

onBothDatabases('Long comments hold nobody up: as markers, at one frame and at as many, and when their thread is deleted', async (t, world) => {
  const { admin } = world
  const text = '<'.repeat(10_000)
  const ids = await Promise.all([1, 2].map(() => addFilm(world, 25, { duration: 6000 })))
  for (const [index, id] of ids.entries()) {
    await fillComments(world, id, 1500, (number) => ({ text, time: index === 0 ? 1 : number }))
  }
  const { id } = await addAsset(admin)
  const first = (await succeed(admin.post(`assets/${id}/comments`, { text: 'First' }))).comment
  await fillComments(world, id, 1500, () => ({ text, replyTo: first.id }))
  for (const format of markerFormats) {
    for (const film of ids) {
      t.strictSame(await offencesOf(format, () => readMarkers(world, film, format)), [], format)
    }
  }
  const guard = new LoopGuard()
  await guard.watch('the thread', () => succeed(admin.delete(`assets/${id}/comments/${first.id}`)))
  t.strictSame(guard.offences, [])
})

onBothDatabases('Fifty users are mentioned by a hundred comments: each hears of each, once', async (t, { admin, addUser }) => {
  const { id } = await addAsset(admin)
  const users = []
  for (let made = 0; made < 50; made++) users.push(await addUser())
  const mentions = users.map((user) => user.id)
  const said: number[] = []
  for (let made = 0; made < 100; made++) {
    said.push((await succeed(admin.post(`assets/${id}/comments`, { text: `Look, ${made}`, mentions }))).comment.id)
  }
  for (const { client } of users) {
    const { notifications, unread } = await succeed(client.get('notifications?limit=1000'))
    t.equal(unread, 100)
    t.strictSame(notifications.map(({ kind, targets }: any) => [kind, targets.comment_id]), [...said].reverse().map((comment) => ['mention', comment]))
  }
})
