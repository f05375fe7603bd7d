import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { fromBuffer, type Entry } from 'yauzl'
import { createWorld, httpDialects, type Client } from '#test/helper/app.js'
import { portOf } from '#test/helper/connection.js'
import { addAsset, eventsOf, NOBODYS_ID, succeed } from '#test/helper/items.js'
import { startFileSender } from '../../helper/media/sender.js'
import { startS3 } from '../../helper/media/s3-server.js'
import { attachReady, filesIn, inOneAppWithMedia, mediaSettings, pathOf } from '../../helper/media/world.js'

const onBothDatabases = inOneAppWithMedia()

/** The files of a ZIP, each read whole and checked by its CRC. */
async function unzip (bytes: Buffer): Promise<Array<{ name: string, bytes: Buffer }>> {
  const files: Array<{ name: string, bytes: Buffer }> = []
  await new Promise<void>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, strictFileNames: true }, (error, zip) => {
      if (error !== null) return reject(error)
      zip.on('error', reject).on('end', resolve)
      zip.on('entry', (entry: Entry) => {
        zip.openReadStream(entry, (failure, stream) => {
          if (failure !== null) return reject(failure)
          buffer(Readable.from(stream)).then((content) => {
            files.push({ name: entry.fileName, bytes: content })
            zip.readEntry()
          }, reject)
        })
      })
      zip.readEntry()
    })
  })
  return files
}

/** The files of a ZIP, read from its beginning, as programs do that get it as a stream. */
function streamed (bytes: Buffer): Array<{ name: string, bytes: Buffer }> {
  const files: Array<{ name: string, bytes: Buffer }> = []
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50;) {
    const [flags, crc] = [bytes.readUInt16LE(at + 6), bytes.readUInt32LE(at + 14)]
    if ((flags & 8) !== 0) throw new Error('The CRC stands behind the bytes')
    const extra = at + 30 + bytes.readUInt16LE(at + 26)
    const start = extra + bytes.readUInt16LE(at + 28)
    const content = bytes.subarray(start, start + Number(bytes.readBigUInt64LE(extra + 4)))
    if (crc32(content) !== crc) throw new Error('The CRC is wrong')
    files.push({ name: bytes.toString('utf8', at + 30, extra), bytes: content })
    at = start + content.length
  }
  return files
}

const names = ['clip.mov', 'clip.mov', 'folder/clip.mov', 'clip (2).mov', 'Élan ä.txt', 'C:\\x\\README', 'README']

async function addFiles (t: Test, admin: Client) {
  const bytes = names.map((_, index) => randomBytes(index === 4 ? 0 : 1000 + index * 40_000))
  const ids: string[] = []
  for (const [index, name] of names.entries()) {
    const sender = await startFileSender(t, { bytes: bytes[index]! })
    const { id } = await addAsset(admin)
    await attachReady(admin, id, sender.url, name)
    ids.push(id)
  }
  return { ids, bytes }
}

const expectedNames = ['clip.mov', 'clip (2).mov', 'clip (3).mov', 'clip (2) (2).mov', 'Élan ä.txt', 'README', 'README (2)']

onBothDatabases('The files of many assets are downloaded as one ZIP, by a URL that needs no key', async (t, world) => {
  const { app, admin } = world
  const { ids, bytes } = await addFiles(t, admin)
  const empty = await addAsset(admin)
  await succeed(admin.post(`assets/${ids[1]}/trash_bin`))
  const { download } = await succeed(admin.post('downloads', { asset_ids: [...ids, ids[0], empty.id] }))
  t.strictSame(Object.keys(download), ['url', 'expires_at', 'files', 'size'])
  t.equal(download.files, names.length)
  const leftMs = Date.parse(download.expires_at) - Date.now()
  t.ok(leftMs > 59 * 60_000 && leftMs <= 60 * 60_000)

  const head = await app.inject({ method: 'HEAD', url: pathOf(download.url) })
  t.match([head.statusCode, head.headers['content-length']], [200, String(download.size)])
  t.notOk((await eventsOf(admin, 'assets', ids[0]!)).includes('ASSET_DOWNLOADED'))

  t.strictSame(streamed((await app.inject(pathOf(download.url))).rawPayload).map(({ name }) => name), expectedNames)
  for (const use of ['first', 'second']) {
    const answer = await app.inject(pathOf(download.url))
    t.equal(answer.statusCode, 200, use)
    t.match(answer.headers, { 'content-type': 'application/zip', 'content-length': String(download.size) })
    t.equal(answer.rawPayload.length, download.size)
    const files = await unzip(answer.rawPayload)
    t.strictSame(files.map(({ name }) => name), expectedNames)
    t.ok(files.every((file, index) => file.bytes.equals(bytes[index]!)))
    t.ok(answer.rawPayload.includes(Buffer.from('504b0606', 'hex')), 'Zip64')
  }
  for (const id of ids) {
    const events = await eventsOf(admin, 'assets', id)
    t.equal(events.filter((event) => event === 'ASSET_DOWNLOADED').length, 1, 'once for each')
  }

  const other = new URL(download.url)
  other.searchParams.set('user', '0')
  const refused = await app.inject(pathOf(other.href))
  t.strictSame([refused.statusCode, refused.body], [403, ''])
  const reader = (await succeed(admin.post('user/api_keys', { name: 'Reader', scope: 'read' }))).api_key
  const read = await app.inject({
    method: 'POST', url: '/api/v2/downloads', headers: { 'x-api-key': reader.key }, payload: { asset_ids: [ids[0]] }
  })
  t.match([read.statusCode, read.json().download.files], [200, 1])
})

onBothDatabases('A ZIP that lacks a file breaks off, so that it never looks complete', async (t, world) => {
  const { app, admin } = world
  const others = new Set((await filesIn(world)).objects)
  const { ids } = await addFiles(t, admin)
  const port = await portOf(app)
  const ask = async () => {
    const { download } = await succeed(admin.post('downloads', { asset_ids: ids }))
    return () => fetch(`http://127.0.0.1:${port}${pathOf(download.url)}`)
  }
  const purged = await ask()
  const missing = await ask()
  const all = await ask()
  await (await purged()).arrayBuffer()
  await succeed(admin.delete(`assets/${ids[3]}`))
  await t.rejects(purged().then((answer) => answer.arrayBuffer()), 'its asset was deleted for good after the first use')
  const objects = (await filesIn(world)).objects.filter((key) => !others.has(key))
  for (const key of objects.slice(2, 5)) await rm(join(world.config.MEDIA_DIR, 'objects', key), { force: true })
  await t.rejects(missing().then((answer) => answer.arrayBuffer()), 'its bytes are gone')
  for (const id of ids) await admin.delete(`assets/${id}`)
  const answer = await all()
  t.strictSame([answer.status, await answer.text()], [404, ''], 'all gone')
}, {}, httpDialects)

onBothDatabases('A file that has gone before the first use is left out of the ZIP', async (t, { app, admin }) => {
  const { ids } = await addFiles(t, admin)
  const { download } = await succeed(admin.post('downloads', { asset_ids: ids }))
  await succeed(admin.delete(`assets/${ids[3]}`))
  for (const use of ['first', 'second']) {
    const answer = await app.inject(pathOf(download.url))
    t.equal(answer.headers['content-length'], String(answer.rawPayload.length), use)
    t.ok(answer.rawPayload.length < download.size)
    t.strictSame((await unzip(answer.rawPayload)).map(({ name }) => name), expectedNames.toSpliced(3, 1))
  }
}, {}, httpDialects)

onBothDatabases('A request for a ZIP is refused for missing assets, wrong parameters, and if no file is ready', async (t, { admin, addStranger, anonymous }) => {
  const { id } = await addAsset(admin)
  const foreign = await addAsset((await addStranger()).client)
  const post = (body: unknown) => admin.post('downloads', body as object)
  t.match(await post({ asset_ids: [id] }), { status: 200, body: { error: 'No file is ready' } })
  for (const missing of [NOBODYS_ID, foreign.id, 'a\u00e9']) {
    t.match(await post({ asset_ids: [id, missing] }), { status: 404, body: { error: 'asset not found' } })
  }
  t.match(await post({}), { status: 422, body: { error: 'Missing parameter asset_ids' } })
  t.match(await post({ asset_ids: id }), { status: 422, body: { error: /Must be an array of String$/ } })
  t.match(await post({ asset_ids: [] }), { status: 422 })
  t.match(await post({ asset_ids: Array(1001).fill(id) }), { status: 422, body: { error: /at most 1000 elements$/ } })
  t.match(await post({ asset_ids: [id], name: 'x' }), { status: 422, body: { error: "Unknown parameter 'name'" } })
  t.equal((await anonymous.post('downloads', { asset_ids: [id] })).status, 401)
}, {}, httpDialects)

t.test('A ZIP is made of files in object storage, too', async (t) => {
  const world = await createWorld(t, 'sqlite', { ...mediaSettings(t), MEDIA_URL: await startS3(t) })
  const { ids, bytes } = await addFiles(t, world.admin)
  const { download } = await succeed(world.admin.post('downloads', { asset_ids: ids }))
  const answer = await world.app.inject(pathOf(download.url))
  t.equal(answer.rawPayload.length, download.size)
  t.ok((await unzip(answer.rawPayload)).every((file, index) => file.bytes.equals(bytes[index]!)))
})
