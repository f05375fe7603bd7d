import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { openStorage } from '#src/media/storage/open.js'
import { verifyMedia } from '#src/media/housekeeping/verify.js'
import { createWorld } from '../../helper/app.js'
import { addAsset, eventsOf } from '../../helper/items.js'
import { sha256 } from '../../helper/media/fetching.js'
import { startFileSender } from '../../helper/media/sender.js'
import { setAws, startS3 } from '../../helper/media/s3-server.js'
import { attachReady, readUntil, mediaSettings, pathOf } from '../../helper/media/world.js'

const MEBIBYTE = 1024 ** 2

t.test('Files are kept in object storage, and downloaded from there', async (t) => {
  const bucket = await startS3(t)
  const world = await createWorld(t, 'sqlite', { ...mediaSettings(t), MEDIA_URL: bucket })
  const { app, admin, config } = world
  const storage = openStorage(config)
  const stored = async () => {
    const keys: string[] = []
    for await (const { key } of storage.list()) keys.push(key)
    return keys
  }
  const bytes = randomBytes(6 * MEBIBYTE)
  const sender = await startFileSender(t, {
    bytes,
    contentType: 'text/html',
    dropAfter: (request) => request === 0 ? 5 * MEBIBYTE : Infinity
  })
  const { id } = await addAsset(admin)
  const file = await attachReady(admin, id, sender.url, 'page “one”.html')
  t.match(file, { size: bytes.length, checksum: { value: sha256(bytes) } })
  t.equal((await stored()).length, 1)
  t.same(await readdir(join(config.MEDIA_DIR, 'incoming')), [], 'nothing is left in the folder')

  const answer = await app.inject(pathOf(file.download_url))
  t.equal(answer.statusCode, 302)
  t.match(answer.headers, { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  const download = await fetch(answer.headers.location!)
  t.match(Object.fromEntries(download.headers), {
    'content-type': 'application/octet-stream',
    'content-disposition': /^attachment; filename="page .*html"; filename\*=UTF-8''page%20/
  })
  t.ok(bytes.equals(Buffer.from(await download.arrayBuffer())))
  const part = await fetch(answer.headers.location!, { headers: { range: 'bytes=1000-1999' } })
  t.equal(part.status, 206)
  t.ok(bytes.subarray(1000, 2000).equals(Buffer.from(await part.arrayBuffer())))
  const head = await app.inject({ method: 'HEAD', url: pathOf(file.download_url) })
  t.equal((await fetch(head.headers.location!, { method: 'HEAD' })).headers.get('content-length'), String(bytes.length))
  t.equal((await eventsOf(admin, 'assets', id)).filter((event) => event === 'ASSET_DOWNLOADED').length, 1)
  t.equal((await app.inject(`${pathOf(file.download_url)}x`)).statusCode, 403)

  const { id: other } = await addAsset(admin)
  await attachReady(admin, other, sender.url)
  t.equal((await stored()).length, 1, 'the same bytes are stored once')

  const stray = join(t.testdirName, 'stray')
  await writeFile(stray, 'x')
  await storage.place(stray, 'stray')
  const { database } = app
  t.match(await verifyMedia({ database, storage }), {
    checked: 1,
    missing: [],
    damaged: [],
    orphaned: [{ key: 'stray', size: 1 }]
  })
  await storage.remove('stray')
  await admin.delete(`assets/${id}`)
  await admin.delete(`assets/${other}`)
  await readUntil(stored, (keys) => keys.length === 0)
})

t.test('A file fails after retries if the object storage cannot be reached, and is fetched only once', async (t) => {
  setAws(t, {
    AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'nobody',
    AWS_SECRET_ACCESS_KEY: 'nothing',
    AWS_MAX_ATTEMPTS: '1'
  })
  const { admin } = await createWorld(t, 'sqlite', {
    ...mediaSettings(t),
    MEDIA_URL: 's3://films',
    MEDIA_RETRY_DELAYS: '0.02'
  })
  const sender = await startFileSender(t, { bytes: randomBytes(1000) })
  const { id } = await addAsset(admin)
  await t.rejects(attachReady(admin, id, sender.url), /The service could not store the file \(ECONNREFUSED\)/)
  t.equal(sender.requests.length, 1, 'the sender gets no second request for bytes that were received')
})
