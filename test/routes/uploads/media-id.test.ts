import { attachmentHolder } from '#src/attachments/follow.js'
import { systemCaller } from '#src/core/caller.js'
import { dueFiles } from '#src/media/ingest/claim.js'
import { bindBlob } from '#src/media/ingest/blobs.js'
import { finish } from '#src/media/ingest/settle.js'
import { createWorker } from '#src/work/claims/worker.js'
import { addAsset, readItem, succeed } from '../../helper/items.js'
import { dialects, type Client } from '../../helper/app.js'
import { sha256 } from '../../helper/media/fetching.js'
import { startSender } from '../../helper/media/sender.js'
import { attach, inOneAppWithMedia, mediaOf, pathOf, settledMedia, type Shown } from '../../helper/media/world.js'
import { listen } from '../../helper/sending.js'

const onBothDatabases = inOneAppWithMedia(dialects, { MEDIA_VERSIONS: '5' })

/** Asks for a URL. Returns its path, and the id that the file will have. */
async function askFor (client: Client, assetId: string, filename: string) {
  const { upload } = await succeed(client.post(`assets/${assetId}/uploads`, { filename, size: filename.length }))
  return { path: pathOf(upload.url), mediaId: upload.media_id as string, bytes: Buffer.from(filename) }
}

onBothDatabases('An upload says which id its file will have', async (t, world) => {
  const { send } = await listen(world)
  const { id } = await addAsset(world.admin)
  const { path, mediaId, bytes } = await askFor(world.admin, id, 'film.mov')
  t.match(mediaId, /^[\da-f-]{36}$/)
  t.same(await mediaOf(world.admin, id), [])
  t.equal((await send('PUT', path, {}, bytes)).status, 200)
  t.match(await mediaOf(world.admin, id), [{ id: mediaId, filename: 'film.mov' }])
  t.match(await settledMedia(world.admin, id), [{ id: mediaId, status: 'ready' }])
})

onBothDatabases('Files are in the order in which they were attached, whenever their uploads were begun', async (t, world) => {
  const { admin } = world
  const { send } = await listen(world)
  const silent = await startSender(t, () => {})
  const missing = await startSender(t, (_request, response) => { response.writeHead(410).end() })
  const { id } = await addAsset(admin)
  const early = await askFor(admin, id, 'early.mov')
  const late = await askFor(admin, id, 'late.mov')
  await attach(admin, id, missing.url, 'missing.mov')
  await settledMedia(admin, id)
  t.equal((await send('PUT', late.path, {}, late.bytes)).status, 200)
  t.match(await settledMedia(admin, id), [{ id: late.mediaId }], 'it replaces a file that was attached before it')
  await attach(admin, id, silent.url, 'silent.mov')
  t.match(await mediaOf(admin, id), [{ id: late.mediaId }, { filename: 'silent.mov' }])
  t.equal((await send('PUT', early.path, {}, early.bytes)).status, 200)
  t.match(await settledMedia(admin, id), [{ id: early.mediaId, status: 'ready' }])
  t.match(await readItem(admin, 'assets', id), { original_filename: 'early.mov' })
  const { versions } = await succeed(admin.get(`assets/${id}/versions`))
  t.same(versions.map((version: { id: string }) => version.id), [late.mediaId])
})

inOneAppWithMedia(dialects, { JOBS: 'off' })('Pages and lists with files have the same order', async (t, world) => {
  const { admin } = world
  const { send } = await listen(world)
  const { id } = await addAsset(admin, { title: 'Ordered' })
  const { path, mediaId, bytes } = await askFor(admin, id, 'upload.mov')
  for (const filename of ['one.mov', 'two.mov']) await attach(admin, id, 'http://127.0.0.1:1/', filename)
  t.equal((await send('PUT', path, {}, bytes)).status, 200)
  await attach(admin, id, 'http://127.0.0.1:1/', 'last.mov')
  const names = ['one.mov', 'two.mov', 'upload.mov', 'last.mov']
  const media = await mediaOf(admin, id)
  t.same(media.map(({ filename }) => filename), names)
  t.equal(media[2]!.id, mediaId)
  const times = media.map(({ created_at: time }) => time)
  t.same(times, [...new Set(times)].sort(), 'no two have the same time')

  const paged: string[] = []
  for (let next: string | null = `assets/${id}/media?limit=1`; next !== null;) {
    const { body, headers } = await admin.get(next)
    paged.push(...body.media.map(({ filename }: Shown) => filename))
    const link = /<([^<>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
    next = link ?? null
  }
  t.same(paged, names)
  const [listed] = (await succeed(admin.get('assets?include=media'))).assets
  t.same(listed.media.map(({ filename }: Shown) => filename), names)
})

inOneAppWithMedia(dialects, { JOBS: 'off', MEDIA_VERSIONS: '1' })('An upload that is ready after a later one becomes a version', async (t, world) => {
  const { admin, app } = world
  const { send } = await listen(world)
  const { id } = await addAsset(admin)
  const uploads = [await askFor(admin, id, 'early.mov'), await askFor(admin, id, 'late.mov')]
  for (const { path, bytes } of uploads) t.equal((await send('PUT', path, {}, bytes)).status, 200)
  const claims = await app.transact(systemCaller(), (tx) =>
    dueFiles.claim(tx, createWorker(app), { now: new Date(), longestDelayMs: 0, limit: 100 }))
  for (const { mediaId, bytes } of uploads.toReversed()) {
    const claim = claims.find(({ row }) => row.id === mediaId)!
    await app.transact(claim.caller, async (tx) => {
      await bindBlob(tx, claim, { sha256: sha256(bytes), crc32: 1 }, bytes.length)
      await finish(tx, claim, {
        bytes: bytes.length, contentType: null, limit: null, versions: 1, holders: [attachmentHolder]
      })
    })
  }
  const [early, late] = uploads
  t.match(await mediaOf(admin, id), [{ id: late!.mediaId, status: 'ready' }])
  t.match(await readItem(admin, 'assets', id), { original_filename: 'late.mov' })
  const { versions } = await succeed(admin.get(`assets/${id}/versions`))
  t.match(versions, [{ id: early!.mediaId, status: 'ready', checksum: { value: sha256(early!.bytes) } }])
})
