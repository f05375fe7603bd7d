import { randomBytes, randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { openDatabase } from '#src/database/database.js'
import { openStorage } from '#src/media/storage/open.js'
import { verifyMedia } from '#src/media/housekeeping/verify.js'
import { dialects } from '../../helper/app.js'
import { createTestDatabase } from '../../helper/databases.js'
import { startService } from '../../helper/program.js'
import { sha256 } from './receive/receiving.js'
import { sendFile, startFileSender, startSender } from './sender.js'
import { eventually, type Shown } from './world.js'

const MEBIBYTE = 1024 ** 2
const KEY = 'cutroom_test_administrator'
/** Number of kills of each service. For more: MEDIA_KILLS=20 npm test -- test/src/media/kill.test.ts */
const KILLS = Number(process.env.MEDIA_KILLS ?? 2)
/** Between a kill and the next progress there is a lease. */
const PATIENCE_MS = 60_000 + KILLS * 10_000

t.jobs = dialects.length
for (const dialect of dialects) {
  t.test(`A process that is killed while a sender pauses has all that came, and the next one asks for the rest (${dialect})`, async (t) => {
    const { url: databaseUrl, drop } = await createTestDatabase(dialect)
    t.teardown(drop)
    const environment = { DATABASE_URL: databaseUrl, MEDIA_DIR: t.testdir(), ADMIN_API_KEY: KEY }
    const bytes = randomBytes(4 * MEBIBYTE)
    const sender = await startSender(t, (request, response) => {
      if (request.headers.range !== undefined) return sendFile(request, response, { bytes })
      response.writeHead(200, { 'content-length': bytes.length, etag: '"1"' })
      response.write(bytes.subarray(0, 2 * MEBIBYTE))
    })
    let service = await startService(t, environment)
    const send = sendTo(() => service.url)
    const { asset: { id } } = await send('POST', 'assets', { title: 'Killed' })
    await send('POST', `assets/${id}/media`, { file_url: sender.url, filename: 'film.mp4' })
    const read = async (): Promise<Shown> => (await send('GET', `assets/${id}/media`)).media[0]
    await eventually(read, ({ progress }) => progress === 2 * MEBIBYTE)
    await service.stop('SIGKILL')
    service = await startService(t, environment)
    t.match(await eventually(read, ({ status }) => status === 'ready'), {
      size: bytes.length,
      checksum: { value: sha256(bytes) }
    })
    t.same(sender.requests.map(({ headers }) => headers.range), [undefined, `bytes=${2 * MEBIBYTE}-`])
    await eventually(() => readdir(join(environment.MEDIA_DIR, 'incoming')), (names) => names.length === 0)
  })

  t.test(
    `Drops of the connection at random points and kills of the process in between leave the file whole (${dialect})`,
    { timeout: 2 * PATIENCE_MS },
    async (t) => {
      const { url: databaseUrl, drop } = await createTestDatabase(dialect)
      t.teardown(drop)
      const folder = t.testdir()
      const environment = {
        DATABASE_URL: databaseUrl,
        MEDIA_DIR: folder,
        ADMIN_API_KEY: KEY,
        MEDIA_RETRY_DELAYS: '0.1,0.1,0.2,0.5,1,1,1,1',
        MEDIA_ANALYSIS_PARALLEL: '0'
      }
      const bytes = randomBytes(12 * MEBIBYTE)
      const sender = await startFileSender(t, {
        bytes,
        chunkEveryMs: 5,
        dropAfter: () => randomInt(MEBIBYTE, 6 * MEBIBYTE)
      })

      let service = await startService(t, environment)
      const send = sendTo(() => service.url)
      const { asset: { id } } = await send('POST', 'assets', { title: 'Killed' })
      const attached = await send('POST', `assets/${id}/media`, { file_url: `${sender.url}/film`, filename: 'film.mp4' })
      t.ok(attached.ok)
      const read = async (): Promise<Shown> => (await send('GET', `assets/${id}/media`)).media[0]

      for (let kill = 0; kill < KILLS; kill++) {
        const requests = sender.requests.length
        // Each kill comes during work, if only briefly.
        await eventually(
          async () => sender.requests.length > requests || (await read()).status === 'ready',
          (isAtWork) => isAtWork
        )
        await delay(randomInt(1500))
        await service.stop('SIGKILL')
        service = await startService(t, environment)
      }

      const file = await eventually(read, ({ status }) => status === 'ready' || status === 'failed')
      t.match(file, { status: 'ready', size: bytes.length, checksum: { value: sha256(bytes) } })
      const { history } = await send('GET', `assets/${id}/history`)
      t.same(history.map(({ event }: { event: string }) => event), ['ASSET_FINISHED_INGEST', 'ASSET_STARTED_INGEST',
        'ASSET_ADDED'])
      const downloaded = Buffer.from(await (await fetch(file.download_url!)).arrayBuffer())
      t.ok(bytes.equals(downloaded), 'and it can be downloaded')
      await service.stop()

      const database = await openDatabase(databaseUrl)
      t.teardown(() => database.close())
      const found = await verifyMedia({ database, storage: openStorage({ MEDIA_DIR: folder }) })
      t.match(found, { checked: 1, missing: [], damaged: [], orphaned: [] })
      const [prefix] = await readdir(join(folder, 'objects'))
      const names = await readdir(join(folder, 'objects', prefix!))
      t.equal(sha256(await readFile(join(folder, 'objects', prefix!, names[0]!))), sha256(bytes))
      t.comment(`${KILLS} kills, ${sender.requests.length} requests, ${sender.requests.filter(({ headers }) => headers.range !== undefined).length} of them for the rest`)
    })
}

/** Sends requests to the service at its present address. */
function sendTo (url: () => string) {
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url()}/api/v2/${path}`, {
      method,
      headers: { 'x-api-key': KEY, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body)
    })
    return answer.json() as Promise<any>
  }
}
