import { randomBytes } from 'node:crypto'
import { request as sendRequest } from 'node:http'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openDatabase, type Database } from '#src/database/database.js'
import { openStorage } from '#src/media/storage/open.js'
import { verifyMedia } from '#src/media/housekeeping/verify.js'
import type { dialects } from '../helper/app.js'
import { createTestDatabase } from '../helper/databases.js'
import { startService } from '../helper/program.js'
import { sha256 } from '../helper/media/fetching.js'
import { readUntil, pathOf } from '../helper/media/world.js'
import { pieceHeaders } from '../helper/sending.js'

const MEBIBYTE = 1024 ** 2
const KEY = 'cutroom_test_administrator'
/** The bytes that are sent every 50 ms: few enough that the service is killed in the middle of the file. */
const DROP_BYTES = 65_536
const HISTORY = ['ASSET_FINISHED_INGEST', 'ASSET_STARTED_INGEST', 'ASSET_ADDED']

t.jobs = 2
// Each test has one database: the quick proof kills services on both, also during a PUT.
t.test('After a kill during an upload the service names an offset from which the file can be completed', async (t) => {
  const { environment, folder, verify } = await prepare(t, 'sqlite')
  const bytes = randomBytes(8 * MEBIBYTE)
  let service = await startService(t, environment)
  const { id, path } = await askForUpload(service.url, bytes)
  const stop = dripping(t, service.url, path, bytes, 0)
  const known = await readUntil(() => offsetOf(service.url, path), (offset) => offset > 0)
  await service.stop('SIGKILL')
  stop()
  service = await startService(t, environment)
  const offset = await offsetOf(service.url, path)
  t.ok(offset >= known, `${offset} after ${known}`)
  await readUntil(() => sendRest(service.url, path, bytes), (status) => status === 204)
  await isWhole(t, service.url, id, bytes)
  await readUntil(() => readdir(join(folder, 'incoming')), (names) => names.length === 0)
  await service.stop()
  t.match(await verify(), { checked: 1, missing: [], damaged: [], orphaned: [] })
})

t.test('Two processes with one folder accept pieces of the same file, and one goes on when the other is killed', async (t) => {
  const { environment, folder, verify } = await prepare(t, 'postgresql')
  const services = [await startService(t, environment), await startService(t, environment)] as const
  const bytes = randomBytes(8 * MEBIBYTE)
  const { id, path } = await askForUpload(services[0].url, bytes)
  for (let piece = 0; piece < 4; piece++) {
    const [from, to] = [piece * MEBIBYTE, (piece + 1) * MEBIBYTE]
    const answers = await Promise.all(services.map(({ url }) => sendPiece(url, path, from, bytes.subarray(from, to))))
    t.equal(answers.filter((status) => status === 204).length, 1, answers.join(', '))
    t.same(answers.filter((status) => ![204, 409, 423].includes(status)), [])
    for (const { url } of services) t.equal(await offsetOf(url, path), to)
  }
  const stop = dripping(t, services[0].url, path, bytes, 4 * MEBIBYTE)
  await readUntil(() => offsetOf(services[1].url, path), (offset) => offset > 4 * MEBIBYTE)
  await services[0].stop('SIGKILL')
  stop()
  await readUntil(() => sendRest(services[1].url, path, bytes), (status) => status === 204)
  await isWhole(t, services[1].url, id, bytes)
  await readUntil(() => readdir(join(folder, 'incoming')), (names) => names.length === 0)
  t.match(await verify(), { checked: 1, missing: [], damaged: [], orphaned: [] })
})

async function prepare (t: Test, dialect: typeof dialects[number]) {
  const { url, drop } = await createTestDatabase(dialect)
  t.teardown(drop)
  const folder = t.testdir()
  return {
    folder,
    environment: {
      DATABASE_URL: url, MEDIA_DIR: folder, ADMIN_API_KEY: KEY, MEDIA_RETRY_DELAYS: '0.1,0.1,0.2,0.5,1,1,1,1', MEDIA_ANALYSIS_PARALLEL: '0'
    },
    verify: () => using((database) => verifyMedia({ database, storage: openStorage({ MEDIA_DIR: folder }) }))
  }

  async function using<T> (work: (database: Database) => Promise<T>): Promise<T> {
    const database = await openDatabase(url)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
}

async function call (url: string, method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${url}/api/v2/${path}`, {
    method,
    headers: { 'x-api-key': KEY, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return answer.json()
}

async function askForUpload (url: string, bytes: Buffer): Promise<{ id: string, path: string }> {
  const { asset: { id } } = await call(url, 'POST', 'assets', { title: 'Killed' })
  const body = { filename: 'film.bin', size: bytes.length, sha256: sha256(bytes) }
  return { id, path: pathOf((await call(url, 'POST', `assets/${id}/uploads`, body)).upload.url) }
}

async function offsetOf (url: string, path: string): Promise<number> {
  const { headers } = await fetch(url + path, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
  return Number(headers.get('upload-offset'))
}

async function sendPiece (url: string, path: string, offset: number, bytes: Uint8Array): Promise<number> {
  return (await fetch(url + path, { method: 'PATCH', headers: pieceHeaders(offset), body: bytes })).status
}

async function sendRest (url: string, path: string, bytes: Buffer): Promise<number> {
  const offset = await offsetOf(url, path)
  return sendPiece(url, path, offset, bytes.subarray(offset))
}

/**
 * Sends a piece little by little, without its end. Begins again while it is refused, as a killed writer keeps its
 * lease of the upload for some seconds.
 */
function dripping (t: Test, url: string, path: string, bytes: Buffer, offset: number) {
  const headers = { ...pieceHeaders(offset), 'content-length': bytes.length - offset }
  let sent = offset
  let isStopped = false
  let again: NodeJS.Timeout | undefined
  let request = begin()
  const drip = setInterval(() => {
    const next = Math.min(bytes.length - 1, sent + DROP_BYTES)
    request.write(bytes.subarray(sent, next))
    sent = next
  }, 50)

  function begin () {
    sent = offset
    const own = sendRequest(url + path, { method: 'PATCH', headers, agent: false })
    // Refused, or cut off: the earlier request may hold the upload until its lease ends.
    const later = () => {
      if (isStopped || own !== request) return
      clearTimeout(again)
      again = setTimeout(beginAgain, 500)
    }
    return own.on('error', later).on('response', later)
  }
  function beginAgain () {
    request.destroy()
    request = begin()
  }
  const stop = () => {
    isStopped = true
    clearTimeout(again)
    clearInterval(drip)
    request.destroy()
  }
  t.teardown(stop)
  return stop
}

async function isWhole (t: Test, url: string, id: string, bytes: Buffer): Promise<void> {
  const [file] = await readUntil(
    async () => (await call(url, 'GET', `assets/${id}/media`)).media,
    (media) => media[0]?.status === 'ready' || media[0]?.status === 'failed'
  )
  t.match(file, { status: 'ready', size: bytes.length, checksum: { value: sha256(bytes) } })
  const downloaded = Buffer.from(await (await fetch(file.download_url)).arrayBuffer())
  t.ok(bytes.equals(downloaded), 'to the byte')
  const { history } = await call(url, 'GET', `assets/${id}/history`)
  t.same(history.map(({ event }: { event: string }) => event).filter((event: string) => event !== 'ASSET_DOWNLOADED'), HISTORY)
}
