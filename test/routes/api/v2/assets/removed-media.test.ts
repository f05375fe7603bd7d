import { randomBytes } from 'node:crypto'
import { verifyMedia } from '#src/media/housekeeping/verify.js'
import { openStorage } from '#src/media/storage/open.js'
import { dialects, type Client, type World } from '#test/helper/app.js'
import { addAsset, addItemTo, addProject, eventsOf, historyOf, NOBODYS_ID, readItem, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { makePicture } from '../../../../helper/media/samples.js'
import { startFileSender } from '../../../../helper/media/sender.js'
import {
  analysedMedia, attach, attachReady, filesIn, inOneAppWithMedia, mediaOf, pathOf, readUntil, settledMedia
} from '../../../../helper/media/world.js'

const onBothDatabases = inOneAppWithMedia(dialects, { MEDIA_ANALYSIS_PARALLEL: '1', MEDIA_VERSIONS: '2' })

const removeMedia = (client: Client, id: string, keep: unknown) => client.delete(`assets/${id}/media`, { keep })
const foundBy = async (client: Client, query: string) =>
  (await succeed(client.get(`search?${query}`))).results.map(({ asset }: any) => asset.id)

/** The stored bytes of this SHA-256. What was made of them lies under it, too. */
const stored = async (world: World, sha256: string) =>
  (await filesIn(world)).objects.filter((name) => name.includes(sha256)).length
const told = (client: Client, id: string) =>
  readUntil(() => eventsOf(client, 'assets', id), (events) => events.includes('ASSET_REMOVED_MEDIA'))
const verify = ({ app, config }: World) => verifyMedia({ database: app.database, storage: openStorage(config) })
async function usageOf ({ app, adminCaller: { accountId } }: World) {
  return Number((await app.database.reads.prisma.mediaUsage.findUnique({ where: { accountId } }))?.bytes ?? 0)
}

/** A picture of its own, of which previews are made. */
const newPicture = async () => Buffer.concat([await makePicture('png'), randomBytes(20)])

/** An asset with an analysed picture, and its sender. */
async function addPicture (t: Parameters<typeof startFileSender>[0], admin: Client) {
  const bytes = await newPicture()
  const sender = await startFileSender(t, { bytes, contentType: 'image/png' })
  const { id } = await addAsset(admin)
  await attach(admin, id, sender.url, 'a.png')
  const file = (await analysedMedia(admin, id))[0]!
  return { id: id as string, file, sender, bytes, sha256: file.checksum!.value }
}

onBothDatabases('A file is removed and its previews stay: the entry has no URL of the file any more, and the bytes go', async (t, world) => {
  const { admin, app } = world
  const before = await usageOf(world)
  const { id, file, sha256, bytes } = await addPicture(t, admin)
  t.equal(file.previews.length, 2)
  const sizes = await stored(world, sha256)
  const { comment } = await succeed(admin.post(`assets/${id}/comments`, { text: 'Nice' }))
  const { body, status } = await removeMedia(admin, id, 'previews')
  t.strictSame([status, body], [200, { ok: 'Media will be removed' }])
  t.match(await historyOf(admin, 'assets', id), [{ event: 'ASSET_REMOVE_MEDIA_QUEUED', severity: 1 }])

  const [left, ...others] = await mediaOf(admin, id)
  t.same(others, [])
  t.match(left, {
    id: file.id,
    filename: 'a.png',
    status: 'removed',
    size: bytes.length,
    checksum: { value: sha256 },
    version: 1,
    download_url: null,
    download_url_expires_at: null,
    view_url: null,
    view_url_expires_at: null,
    analysis: 'done',
    previews: [{ kind: 'thumbnail' }, { kind: 'preview' }]
  })
  t.match(await readItem(admin, 'assets', id), { media_type: 'placeholder' })
  for (const url of [file.download_url, file.view_url]) t.equal((await app.inject(pathOf(url))).statusCode, 404)
  t.equal((await app.inject(pathOf(left!.previews[0]!.url))).statusCode, 200)
  t.match(await succeed(admin.get(`assets/${id}/file_metadata`)), { file_metadata: { content_type: 'image/png' } })
  t.equal(await usageOf(world), before, 'its bytes count no more')
  t.ok((await foundBy(admin, 'media_status=removed&limit=1000')).includes(id))
  t.notOk((await foundBy(admin, 'media_status=ready&limit=1000')).includes(id))
  t.strictSame((await removeMedia(admin, id, 'nothing')).body, { error: 'No file is ready' })

  t.equal((await told(admin, id))[0], 'ASSET_REMOVED_MEDIA')
  t.equal((await historyOf(admin, 'assets', id))[0].severity, 2)
  t.equal(await stored(world, sha256), sizes - 1, 'the previews are there')
  t.equal((await app.inject(pathOf(left!.previews[0]!.url))).statusCode, 200)
  t.match(await verify(world), { missing: [], damaged: [], orphaned: [] })
  t.match((await succeed(admin.get(`assets/${id}/comments`))).comments, [{ id: comment.id, version: 1 }])
  t.match((await admin.post('downloads', { asset_ids: [id] })).body, { error: 'No file is ready' })

  await succeed(admin.delete(`assets/${id}`))
  await readUntil(() => stored(world, sha256), (count) => count === 0)
  t.equal(await usageOf(world), before)
})

onBothDatabases('With nothing kept the entry goes, with its versions and all that was made of it', async (t, world) => {
  const { admin } = world
  const { id, sha256, sender } = await addPicture(t, admin)
  const other = await startFileSender(t, { bytes: randomBytes(50) })
  const second = await attachReady(admin, id, other.url, 'b')
  t.equal((await succeed(admin.get(`assets/${id}/versions`))).versions.length, 1)
  await succeed(removeMedia(admin, id, 'nothing'))
  t.same([await mediaOf(admin, id), (await succeed(admin.get(`assets/${id}/versions`))).versions], [[], []])
  t.match(await readItem(admin, 'assets', id), { media_type: 'placeholder' })
  t.ok((await foundBy(admin, 'media_status=none&limit=1000')).includes(id))
  await told(admin, id)
  // What was made of the bytes is queued when these go.
  const left = async () => [await stored(world, sha256), await stored(world, second.checksum!.value)]
  t.same(await readUntil(left, (counts) => counts.every((count) => count === 0)), [0, 0])

  t.match(await attachReady(admin, id, sender.url, 'c.png'), { version: 3, status: 'ready' }, 'removed files count')
  t.match(await readItem(admin, 'assets', id), { media_type: 'live', original_filename: 'c.png' })
  t.same((await succeed(admin.get(`assets/${id}/versions`))).versions, [])
  t.equal((await eventsOf(admin, 'assets', id)).filter((event) => event === 'ASSET_REMOVED_MEDIA').length, 1)
})

for (const keep of ['previews', 'nothing']) {
  onBothDatabases(`The same bytes brought back are the same version, and approvals stay (${keep} kept)`, async (t, world) => {
    const { admin, addUser } = world
    const ann = await addUser()
    const { id, sha256, sender, bytes } = await addPicture(t, admin)
    const count = await stored(world, sha256)
    const url = `assets/${id}/approvals`
    const { approvals: [{ id: approvalId }] } = await succeed(admin.post(url, { user_ids: [ann.id] }))
    await succeed(ann.client.post(`${url}/${approvalId}`, { status: 'approved' }))
    const newsOf = async () => (await succeed(ann.client.get('notifications'))).notifications.length
    const news = await newsOf()
    const broughtBack = {
      url: () => attach(admin, id, sender.url, 'again.png'),
      async upload () {
        const { upload } = await succeed(admin.post(`assets/${id}/uploads`, { filename: 'again.png', size: bytes.length }))
        const { statusCode } = await world.app.inject({
          method: 'PUT', url: pathOf(upload.url), payload: Buffer.from(bytes), headers: { 'content-type': 'application/octet-stream' }
        })
        t.equal(statusCode, 200)
      }
    }
    for (const bringBack of [broughtBack.url, broughtBack.upload]) {
      const keys = await world.app.database.reads.prisma.mediaPreview.findMany({ where: { blob: { sha256 } } })
      const { key } = (await world.app.database.reads.prisma.mediaBlob.findUnique({ where: { sha256 } }))!
      await succeed(removeMedia(admin, id, keep))
      await readUntil(() => stored(world, sha256), (left) => left === (keep === 'previews' ? count - 1 : 0))
      await bringBack()
      await readUntil(() => mediaOf(admin, id), (media) => media.length === 1 && media[0]!.status === 'ready')
      t.match(await analysedMedia(admin, id), [{ version: 1, status: 'ready', filename: 'again.png', previews: [{}, {}] }])
      t.match(await readItem(admin, 'assets', id), { media_type: 'live' })
      const blob = (await world.app.database.reads.prisma.mediaBlob.findUnique({ where: { sha256 } }))!
      t.not(blob.key, key, 'no key is used again')
      if (keep === 'previews') {
        t.same(await world.app.database.reads.prisma.mediaPreview.findMany({ where: { blob: { sha256 } } }), keys, 'nothing is made again')
      }
      t.match(await succeed(admin.get(url)), { status: 'approved', approvals: [{ status: 'approved' }] })
      t.equal(await newsOf(), news, 'nobody is told')
    }
    t.match(await verify(world), { missing: [], damaged: [], orphaned: [] })

    await succeed(removeMedia(admin, id, keep))
    t.match(await attachReady(admin, id, (await startFileSender(t, { bytes: randomBytes(9) })).url, 'new'), { version: 2 })
    t.equal((await mediaOf(admin, id)).length, 1, 'the entry of the removed file goes')
    t.match(await succeed(admin.get(url)), { status: 'pending' }, 'another file has to be approved')
    await readUntil(() => stored(world, sha256), (left) => left === 0)
    t.match(await attachReady(admin, id, sender.url, 'late'), { version: 3 }, 'it was not the last one')
  })
}

onBothDatabases('Of two assets with the same bytes one is removed: the bytes stay for the other, until that is removed too', async (t, world) => {
  const { admin, app } = world
  const { id, sha256, sender } = await addPicture(t, admin)
  const count = await stored(world, sha256)
  const other = await addAsset(admin)
  await attach(admin, other.id, sender.url, 'b.png')
  await analysedMedia(admin, other.id)
  await succeed(removeMedia(admin, id, 'nothing'))
  await told(admin, id)
  t.equal(await stored(world, sha256), count)
  const [file] = await mediaOf(admin, other.id)
  t.equal((await app.inject(pathOf(file!.download_url))).statusCode, 200)
  await succeed(removeMedia(admin, other.id, 'previews'))
  await told(admin, other.id)
  t.equal(await stored(world, sha256), count - 1)
  t.match(await attachReady(admin, id, sender.url, 'a.png'), { status: 'ready', version: 1 })
  t.equal(await stored(world, sha256), count)
  t.match(await mediaOf(admin, other.id), [{ status: 'removed', previews: [{}, {}] }])
  await succeed(admin.delete(`assets/${id}`))
  await readUntil(() => stored(world, sha256), (left) => left === count - 1)
  t.match(await verify(world), { missing: [], damaged: [], orphaned: [] })
})

onBothDatabases('A file that is still being looked into can be removed: the work ends, and leaves nothing', async (t, world) => {
  const { admin } = world
  const sender = await startFileSender(t, { bytes: await newPicture() })
  const { id } = await addAsset(admin)
  const { checksum } = await attachReady(admin, id, sender.url, 'a.png')
  await succeed(removeMedia(admin, id, 'previews'))
  await told(admin, id)
  t.match(await mediaOf(admin, id), [{ status: 'removed', download_url: null }])
  await readUntil(() => verify(world), ({ orphaned }) => orphaned.length === 0)
  t.match(await verify(world), { missing: [], damaged: [], orphaned: [] })
  await attach(admin, id, sender.url, 'a.png')
  await readUntil(() => mediaOf(admin, id), ([file]) => file?.status === 'ready')
  t.match(await analysedMedia(admin, id), [{ version: 1, analysis: 'done', checksum, previews: [{}, {}] }])
})

onBothDatabases('Only Admins remove a file, in bulks too, and say what stays', async (t, world) => {
  const { admin } = world
  const project = await addProject(admin)
  const { id } = await addItemTo(admin, 'assets', project.id)
  const { url } = await startFileSender(t, { bytes: randomBytes(10) })
  t.strictSame((await removeMedia(admin, id, 'previews')).body, { error: 'No file is ready' })
  await attachReady(admin, id, url)
  t.match(await admin.delete(`assets/${id}/media`), { status: 422, body: { error: 'Missing parameter keep' } })
  t.match(await removeMedia(admin, id, 'all'), { status: 422, body: { error: /^Invalid parameter 'keep'/ } })
  t.match(await removeMedia(admin, NOBODYS_ID, 'nothing'), { status: 404, body: { error: 'asset not found' } })

  const { id: userId, client: user } = await world.addUser({ access: 'projects' })
  t.match(await removeMedia(user, id, 'nothing'), { status: 404 })
  for (const role of ['Viewer', 'Member']) {
    await succeed(admin[role === 'Viewer' ? 'post' : 'put'](`projects/${project.id}/members`, { user_id: userId, role }))
    t.match(await removeMedia(user, id, 'nothing'), { status: 403, body: { error: 'Your role does not allow this' } })
  }
  t.match(await mediaOf(admin, id), [{ status: 'ready' }])
  await succeed(admin.put(`projects/${project.id}/members`, { user_id: userId, role: 'Admin' }))
  const path = `/api/v2/assets/${id}/media`
  const operations = [{ method: 'DELETE', path, body: { keep: 'nothing' } }, { method: 'DELETE', path, body: { keep: 'nothing' } }]
  t.match(await succeed(user.post('bulk', { operations, dry_run: true, atomic: false })), {
    results: [{ status: 200, body: { ok: 'Media will be removed' } }, { status: 200, body: { error: 'No file is ready' } }]
  })
  t.match(await mediaOf(admin, id), [{ status: 'ready' }])
  t.match(await succeed(user.post('bulk', { operations: operations.slice(1) })), { failed: 0, committed: true })
  await told(admin, id)
  await attachReady(admin, id, url)
  t.match(await admin.delete(`assets/${id}/media?keep=nothing`), { status: 200, body: { ok: 'Media will be removed' } })
})

onBothDatabases('By a link guests see the previews of a removed file, and its version', async (t, world) => {
  const { admin } = world
  const { id } = await addPicture(t, admin)
  const { token } = await addLink(admin, `assets/${id}`, { download: true })
  await succeed(removeMedia(admin, id, 'previews'))
  const guest = createGuest(world, token)
  t.match((await succeed(guest.get(`shared/assets/${id}`))).asset, {
    version: 1, media: [{ status: 'removed', download_url: null, view_url: null, previews: [{}, {}] }]
  })
  t.match((await guest.post('shared/downloads', { asset_ids: [id] })).body, { error: 'No file is ready' })
})

onBothDatabases('A file that comes while another is removed makes the asset live', async (t, world) => {
  const { admin } = world
  const { id } = await addPicture(t, admin)
  const { upload } = await succeed(admin.post(`assets/${id}/uploads`, { filename: 'early', size: 3 }))
  const sender = await startFileSender(t, { bytes: randomBytes(30) })
  await attachReady(admin, id, sender.url, 'later')
  await succeed(removeMedia(admin, id, 'previews'))
  await succeed(admin.post(`assets/${id}/trash_bin`))
  await world.app.inject({
    method: 'PUT', url: pathOf(upload.url), payload: 'abc', headers: { 'content-type': 'application/octet-stream' }
  })
  await readUntil(() => mediaOf(admin, id), (media) => media.length === 1 && media[0]!.status === 'ready')
  t.match(await settledMedia(admin, id), [{ filename: 'early', version: 3 }])
  t.match(await readItem(admin, 'assets', id), { media_type: 'live', original_filename: 'early' })
})
