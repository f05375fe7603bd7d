import { randomBytes } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { openDatabase, type Database } from '#src/database/database.js'
import { listOrphanedFiles } from '#src/media/housekeeping/orphans.js'
import { sweepMedia } from '#src/media/housekeeping/sweep.js'
import { verifyMedia } from '#src/media/housekeeping/verify.js'
import { openStorage } from '#src/media/storage/open.js'
import { createTestDatabase } from '../helper/databases.js'
import { startService } from '../helper/program.js'
import { makeDocument, makePhoto, makeSound } from '../helper/media/samples.js'
import { sha256 } from '../helper/media/fetching.js'
import { startSender } from '../helper/media/sender.js'
import { startS3 } from '../helper/media/s3-server.js'
import { readUntil, pathOf, type Shown } from '../helper/media/world.js'

/** Only a hang reaches it. */
const DONE_MS = 600_000
const KEY = 'cutroom_test_administrator'
const HOUR_MS = 60 * 60_000
const ways = ['url', 'put', 'tus'] as const

interface Sent {
  readonly id: string
  readonly name: string
  readonly bytes: Buffer
}

t.setTimeout(300_000)
// With a folder the proof kills services while files arrive by URL and PUT, and while they are analysed.
t.test('A kill while files arrive in a bucket by URL, PUT and tus loses none, and none is done twice', async (t) => {
  const bucket = await startS3(t)
  const aws = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('AWS_'))) as Record<string, string>
  const { url: databaseUrl, drop } = await createTestDatabase('postgresql')
  t.teardown(drop)
  const config = { DATABASE_URL: databaseUrl, MEDIA_DIR: t.testdir(), MEDIA_URL: bucket, ...aws }
  const environment = { ...config, ADMIN_API_KEY: KEY, MEDIA_RETRY_DELAYS: '0.1,0.2,0.5,1,1,1,1,1,1,1,1,1,1,1,1' }
  let service = await startService(t, environment)
  const url = () => service.url
  const files = new Map<string, Buffer>()
  const sender = await startSender(t, async (request, response) => {
    const bytes = files.get(request.url!)!
    response.writeHead(200, { 'content-length': bytes.length })
    for (let start = 0; start < bytes.length && !response.destroyed; start += bytes.length / 4) {
      response.write(bytes.subarray(start, start + bytes.length / 4))
      await delay(50)
    }
    response.end()
  })

  const sending: Array<Promise<Sent>> = []
  for (const [name, bytes] of await makeFiles()) {
    const way = ways[sending.length % ways.length]!
    files.set(`/${name}`, bytes)
    sending.push(send(url, way, name, bytes, `${sender.url}/${name}`))
  }
  // One file is handed over, and others are under way.
  await Promise.race(sending)
  await service.stop('SIGKILL')
  service = await startService(t, environment)
  const sent = await Promise.all(sending)
  for (const file of sent) await isDone(t, url, file)
  await service.stop()

  const database = await openDatabase(databaseUrl)
  t.teardown(() => database.close())
  t.equal(await database.reads.prisma.mediaFile.count(), sent.length)
  await isTidy(t, database, config)
})

/** A photo, a sound, a document and a text. */
async function makeFiles (): Promise<Array<[name: string, bytes: Buffer]>> {
  const own = randomBytes(4).toString('hex')
  return [
    ['photo.jpg', await makePhoto({ description: own })],
    ['sound.wav', makeSound(own)],
    ['page.pdf', Buffer.concat([makeDocument(), Buffer.from(`% ${own}\n`)])],
    ['note.txt', Buffer.from(`${own}\n`.repeat(10_000))]
  ]
}

/** Behaves like a client: a request without an answer is sent again. */
async function send (
  url: () => string, way: typeof ways[number], name: string, bytes: Buffer, source: string
): Promise<Sent> {
  const persist = async <Result>(work: () => Promise<Result | null>): Promise<Result> => {
    while (true) {
      const result = await work().catch(() => null)
      if (result !== null) return result
      await delay(100)
    }
  }
  const key = randomBytes(8).toString('hex')
  const post = (path: string, body: object) => persist(async () => {
    const answer = await fetch(`${url()}/api/v2/${path}`, {
      method: 'POST',
      headers: { 'x-api-key': KEY, 'content-type': 'application/json', 'idempotency-key': `${key} ${path}` },
      body: JSON.stringify(body)
    })
    return answer.ok ? await answer.json() as any : null
  })
  const { asset: { id } } = await post('assets', { title: name })
  if (way === 'url') {
    await post(`assets/${id}/media`, { file_url: source, filename: name })
    return { id, name, bytes }
  }
  const path = pathOf((await post(`assets/${id}/uploads`, { filename: name, size: bytes.length })).upload.url)
  await persist(async () => {
    const head = await fetch(url() + path, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
    const offset = Number(head.headers.get('upload-offset'))
    if (head.ok && offset === bytes.length) return true
    const piece = bytes.subarray(offset, offset + Math.ceil(bytes.length / 3))
    await fetch(url() + path, way === 'put'
      ? { method: 'PUT', body: bytes }
      : {
          method: 'PATCH',
          body: piece,
          headers: { 'tus-resumable': '1.0.0', 'upload-offset': `${offset}`, 'content-type': 'application/offset+octet-stream' }
        })
    return null
  })
  return { id, name, bytes }
}

/** The file exists once, complete and analysed, and each of its events has happened once. */
async function isDone (t: Test, url: () => string, { id, name, bytes }: Sent): Promise<void> {
  const get = async (path: string): Promise<any> =>
    (await fetch(`${url()}/api/v2/assets/${id}/${path}`, { headers: { 'x-api-key': KEY } })).json()
  const media: Shown[] = await readUntil(async () => (await get('media')).media, (media: Shown[]) =>
    media.length > 0 && media.every(({ proxy_status: proxies }) => ['done', 'failed', 'none'].includes(proxies)), DONE_MS)
  const [analysis, pictures] = name === 'note.txt' ? ['unsupported', 0] : ['done', name === 'sound.wav' ? 0 : media[0]!.previews.length]
  t.match(media, [{ status: 'ready', analysis, size: bytes.length, checksum: { value: sha256(bytes) } }], name)
  if (name === 'photo.jpg') t.equal(pictures, 2)
  const { history } = await get('history')
  t.same(history.map(({ event }: { event: string }) => event), [
    ...(media[0]!.proxies.length > 0 ? ['ASSET_FINISHED_AUDIO_WAVEFORM'] : []),
    'ASSET_FINISHED_ANALYSIS',
    ...(pictures === 2 && name === 'page.pdf' ? ['ASSET_FINISHED_DOCUMENT_PREVIEW'] : []),
    ...(pictures === 2 ? ['ASSET_FINISHED_IMAGE_PREVIEW', 'ASSET_FINISHED_IMAGE_THUMBNAIL'] : []),
    'ASSET_STARTED_ANALYSIS', 'ASSET_FINISHED_INGEST', 'ASSET_STARTED_INGEST', 'ASSET_ADDED'
  ], name)
}

/** No file is without a row, after leftovers of kills have expired. */
async function isTidy (
  t: Test, database: Database, config: { DATABASE_URL: string, MEDIA_DIR: string, MEDIA_URL: string }
): Promise<void> {
  const folder = join(config.MEDIA_DIR, 'incoming')
  const before = (Date.now() - 2 * HOUR_MS) / 1000
  for (const name of await readdir(folder)) await utimes(join(folder, name), before, before)
  const transact = async () => { throw new Error('Nothing is written') }
  await sweepMedia({ database, transact, folder }, new AbortController().signal)
  t.same(await readdir(folder), [])
  const found = await verifyMedia({
    database, storage: openStorage(config), orphanedFiles: listOrphanedFiles(database, config)
  })
  t.match(found, { missing: [], damaged: [], orphaned: [] })
}
