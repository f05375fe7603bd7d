import { randomBytes } from 'node:crypto'
import { readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { openStorage } from '#src/media/storage/open.js'
import { createWorld, dialects, httpDialects } from '../helper/app.js'
import { addAsset, succeed } from '../helper/items.js'
import { mountSmallDisk, skipsSmallDisk } from '../helper/small-disk.js'
import { sha256 } from '../helper/media/fetching.js'
import { startFileSender } from '../helper/media/sender.js'
import { startS3 } from '../helper/media/s3-server.js'
import { attachReady, readUntil, filesIn, mediaSettings, onOneWithMedia, pathOf, settledMedia } from '../helper/media/world.js'
import { askForUrl, inOneService, listen, patient, pieceHeaders } from '../helper/sending.js'

const MEBIBYTE = 1024 ** 2
/** Uploads that are begun and never continued. They are more than the files that are kept open. */
const ABANDONED = 100
const KEPT_OPEN = 64
const SLOW = 8
const onService = inOneService(dialects)

for (const dialect of httpDialects) {
  t.test(`On a full disk an upload gets 503, and can be resumed when there is room (${dialect})`, { skip: skipsSmallDisk }, async (t) => {
    const disk = await mountSmallDisk(t, 32)
    const world = await createWorld(t, dialect, { ...mediaSettings(t, join(disk.path, 'media')), ...patient.environment }, { patience: patient.patience })
    const { send, beginPiece, offsetOf, patch } = await listen(world)
    const bytes = randomBytes(8 * MEBIBYTE)
    const filler = join(disk.path, 'filler')
    const full = { status: 503, body: { error: 'There is not enough room on the disk' } }
    const { id } = await addAsset(world.admin)
    const url = await askForUrl(world.admin, id, { size: bytes.length })

    await writeFile(filler, Buffer.alloc(26 * MEBIBYTE))
    for (const refused of [await send('PUT', url, {}, bytes), await patch(url, 0, bytes)]) {
      t.match(refused, full)
      t.equal(refused.headers.get('retry-after'), '10')
    }
    t.same((await filesIn(world)).incoming, [], 'nothing is begun')

    await rm(filler)
    t.equal((await patch(url, 0, bytes.subarray(0, MEBIBYTE))).status, 204)
    const { request, answered } = await beginPiece(url, 7 * MEBIBYTE, bytes.subarray(MEBIBYTE, 2 * MEBIBYTE), MEBIBYTE)
    await writeFile(filler, Buffer.alloc(26 * MEBIBYTE))
    request.end(bytes.subarray(2 * MEBIBYTE))
    t.equal(await answered, 503)
    const offset = await offsetOf(url)
    t.ok(offset >= MEBIBYTE && offset < bytes.length, `${offset}`)
    t.ok((await filesIn(world)).incoming.length <= 1)

    await rm(filler)
    t.equal((await patch(url, offset, bytes.subarray(offset))).status, 204)
    t.match(await settledMedia(world.admin, id), [{ status: 'ready', checksum: { value: sha256(bytes) } }])
    t.same((await filesIn(world)).incoming, [])
  })
}

t.test('Files that are sent by PUT or by tus go into the bucket, and nothing of them stays in the folder', async (t) => {
  const bucket = await startS3(t)
  for (const dialect of httpDialects) {
    const world = await createWorld(t, dialect, { ...mediaSettings(t), MEDIA_URL: `${bucket}/${dialect}` })
    const { send, patch } = await listen(world)
    const keys = async () => {
      const found: string[] = []
      for await (const { key } of openStorage(world.config).list()) found.push(key)
      return found
    }
    const bytes = randomBytes(6 * MEBIBYTE)
    const [{ id: one }, { id: other }] = [await addAsset(world.admin), await addAsset(world.admin)]
    t.equal((await send('PUT', await askForUrl(world.admin, one, { size: bytes.length }), {}, bytes)).status, 200)
    const url = await askForUrl(world.admin, other, { size: bytes.length })
    t.equal((await patch(url, 0, bytes.subarray(0, 10))).status, 204)
    t.equal((await patch(url, 10, bytes.subarray(10))).status, 204)
    for (const id of [one, other]) {
      const [file] = await settledMedia(world.admin, id)
      t.match(file, { status: 'ready', checksum: { value: sha256(bytes) } })
      const { headers } = await world.app.inject(pathOf(file!.download_url))
      // The server of the tests answers a little before everything is on its disk.
      const download = async () => Buffer.from(await (await fetch(headers.location!)).arrayBuffer())
      await readUntil(() => download().then((got) => got.equals(bytes), () => false), (isWhole) => isWhole)
    }
    t.equal((await keys()).length, 1, 'the same bytes are stored once')
    t.same(await readdir(join(world.config.MEDIA_DIR, 'incoming')), [])
    for (const id of [one, other]) await succeed(world.admin.delete(`assets/${id}`))
    await readUntil(keys, (found) => found.length === 0)
  }
})

onService('Of ten concurrent requests with the same piece one is accepted, and the file is complete', async (t, world) => {
  const { send, patch } = await listen(world)
  const { id } = await addAsset(world.admin)
  const bytes = randomBytes(300_000)
  const url = await askForUrl(world.admin, id, { size: bytes.length })
  const half = await Promise.all(Array.from({ length: 10 }, () => patch(url, 0, bytes.subarray(0, 150_000))))
  t.equal(half.filter(({ status }) => status === 204).length, 1)
  t.same(half.filter(({ status }) => ![204, 409, 423].includes(status)), [])
  const rest = await Promise.all(Array.from({ length: 10 }, (_, index) => index % 2 === 0
    ? patch(url, 150_000, bytes.subarray(150_000))
    : send('PUT', url, {}, bytes)))
  t.equal(rest.filter(({ status }) => status === 204 || status === 200).length, 1)
  t.same(rest.filter(({ status }) => ![200, 204, 404, 409, 423].includes(status)), [])
  t.match(await settledMedia(world.admin, id), [{ status: 'ready', checksum: { value: sha256(bytes) } }])
  await readUntil(() => filesIn(world), ({ incoming, objects }) => incoming.length === 0 && objects.length === 1)
})

onOneWithMedia(`${ABANDONED} abandoned uploads keep only the latest files open, and are removed when they expire`, async (t, world) => {
  const { patch } = await listen(world)
  const { app, admin } = world
  const { id } = await addAsset(admin)
  const open = async () => {
    const links = await readdir('/proc/self/fd').catch(() => [])
    const paths = await Promise.all(links.map((link) => readlink(`/proc/self/fd/${link}`).catch(() => '')))
    return paths.filter((path) => path.startsWith(world.config.MEDIA_DIR)).length
  }
  for (let count = 0; count < ABANDONED; count += 20) {
    await Promise.all(Array.from({ length: 20 }, async () => {
      const url = await askForUrl(admin, id, { size: 10 })
      t.equal((await patch(url, 0, Buffer.from('1'))).status, 204)
    }))
  }
  t.equal((await filesIn(world)).incoming.length, ABANDONED)
  t.ok(await open() <= KEPT_OPEN, 'their files are closed, but for the latest')
  const url = await askForUrl(admin, id, { size: 4 })
  t.equal((await patch(url, 0, Buffer.from('four'))).status, 204, 'others are served')
  await settledMedia(admin, id)

  await app.transact(world.adminCaller, async (tx) => {
    await tx.prisma.upload.updateMany({ data: { expiresAt: new Date(tx.time.getTime() - 1000) } })
  })
  for (let more: unknown = 'more'; more === 'more';) {
    more = await app.media.uploads.clean(new AbortController().signal, () => {})
  }
  t.equal(await app.database.reads.prisma.upload.count(), 0)
  t.same((await filesIn(world)).incoming, [])
})

onService('Senders of single bytes are waited for, and do not delay other uploads', async (t, world) => {
  const { send, begin, offsetOf } = await listen(world)
  const { admin } = world
  const [most, last] = [Buffer.from('01234567890123456789012345678'), Buffer.from('9')]
  const file = Buffer.concat([most, last])
  const slow = await Promise.all(Array.from({ length: SLOW }, async () => {
    const { id } = await addAsset(admin)
    const url = await askForUrl(admin, id, { size: file.length })
    const sender = begin('PATCH', url, { ...pieceHeaders(0), 'content-length': file.length })
    for (const [index, byte] of most.entries()) {
      sender.request.write(Buffer.of(byte))
      // Progress is stored and the lease is renewed in between.
      if (index % 14 === 0) await readUntil(() => offsetOf(url), (offset) => offset === index + 1)
    }
    return { id, ...sender }
  }))
  const bytes = randomBytes(MEBIBYTE)
  const sender = await startFileSender(t, { bytes })
  const [{ id: one }, { id: other }] = [await addAsset(admin), await addAsset(admin)]
  t.equal((await send('PUT', await askForUrl(admin, one, { size: bytes.length }), {}, bytes)).status, 200)
  t.match(await settledMedia(admin, one), [{ status: 'ready' }])
  t.match(await attachReady(admin, other, sender.url), { status: 'ready' })
  t.ok(slow.every(({ isAnswered }) => !isAnswered()), 'the slow ones are still sending')
  for (const { request } of slow) request.end(last)
  t.same(new Set(await Promise.all(slow.map(({ answered }) => answered))), new Set([204]))
  for (const { id } of slow) t.match(await settledMedia(admin, id), [{ checksum: { value: sha256(file) } }])
}, {}, httpDialects)
