import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { dialects } from '../helper/app.js'
import { createTestDatabase } from '../helper/databases.js'
import { startService } from '../helper/program.js'
import { sha256 } from '../helper/media/fetching.js'
import { sendFile, startSender } from '../helper/media/sender.js'
import { readUntil, type Shown } from '../helper/media/world.js'

const MEBIBYTE = 1024 ** 2
const KEY = 'cutroom_test_administrator'

t.jobs = dialects.length
for (const dialect of dialects) {
  t.test(`After a kill while a sender pauses, the next process requests only the bytes that are missing (${dialect})`, async (t) => {
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
    await readUntil(read, ({ progress }) => progress === 2 * MEBIBYTE)
    await service.stop('SIGKILL')
    service = await startService(t, environment)
    t.match(await readUntil(read, ({ status }) => status === 'ready'), {
      size: bytes.length,
      checksum: { value: sha256(bytes) }
    })
    t.same(sender.requests.map(({ headers }) => headers.range), [undefined, `bytes=${2 * MEBIBYTE}-`])
    await readUntil(() => readdir(join(environment.MEDIA_DIR, 'incoming')), (names) => names.length === 0)
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
