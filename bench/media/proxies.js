import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { commandFor } from '#src/media/proxies/inside/command.js'
import { ensure, given } from '#proof/harness/failure.js'
import { makeFolderOnDisk } from '#proof/harness/folders.js'
import { startNeighbour } from '#proof/harness/neighbour.js'
import { readStat, residentMebibytes, watchResident } from '#proof/harness/process-status.js'
import { API_KEY } from '#proof/harness/service.js'
import { call } from '../support/call.js'
import { figure } from '../support/report.js'
import { createMigrated, startService } from '../support/servers.js'
import { attach, startScript } from './setup.js'

const execute = promisify(execFile)
const SECONDS = 60
const POLL_MS = 200
const ALONE_MS = 5000

/** Compares the processor time of all proxies of a minute of film with that of one plain ffmpeg to the same MP4. */
export async function run (databases) {
  const folder = makeFolderOnDisk()
  const film = join(folder, 'film.mov')
  process.stderr.write('proxies: making the film\n')
  await execute('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=s=1920x1080:r=25:d=${SECONDS}`, '-f', 'lavfi',
    '-i', `sine=frequency=440:d=${SECONDS}:r=48000`, '-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p',
    '-c:a', 'aac', '-y', film])
  const sender = await startScript('library', 'bare-process.js', { FOLDER: folder })

  const plain = await processorSeconds(() => runPlain(film, join(folder, 'plain.mp4')))
  process.stderr.write(`proxies: plain ffmpeg took ${figure(plain)} s of processor time\n`)
  const off = await bringIn(databases, `${sender.url}/film.mov`, 'off')
  const on = await bringIn(databases, `${sender.url}/film.mov`, 'on')
  await sender.stop()
  const whole = on.seconds - off.seconds
  return [
    ['all proxies, s of processor time', figure(whole), `plain ffmpeg to the same MP4: ${figure(plain)}`, ''],
    ['all proxies by plain ffmpeg', figure(whole / plain), '', '1.30 or less'],
    ['p99 of GET beside them, ms', figure(on.beside.p99), `alone: ${figure(on.alone.p99)}`, '1.5 times'],
    ['growth of the process, MiB', figure(on.growth), '', 'below 20']
  ]
}

/** Makes only the MP4 of the same film, with the same settings. */
async function runPlain (path, target) {
  const metadata = /** @type {any} */ ({ frame_rate: 25, sample_rate: 48_000, channels: 1 })
  const plan = { isFilm: true, mp4: { width: 1280, height: 720 }, audio: false, waveform: false, filmstrip: null }
  const task = /** @type {any} */ ({ path, metadata, targets: { mp4: target }, scratch: '' })
  const look = { isInterlaced: false, brightness: null, wide: null, matrix: null }
  await execute('ffmpeg', commandFor(task, {
    plan, format: 'mov', hasSound: true, look, canMap: true, channels: [1], isOld: false
  }))
}

/** Ingests a film, until all is made of it. The processor time is that of the service and all its processes. */
async function bringIn (databases, url, proxies) {
  const database = await createMigrated(databases, `proxies-${proxies}`)
  let measured = { alone: { p99: NaN }, beside: { p99: NaN }, growth: NaN }
  const seconds = await processorSeconds(async () => {
    const server = await startService(database, {
      settings: { MEDIA_DIR: makeFolderOnDisk(), MEDIA_PROXIES: proxies, NODE_ENV: 'test' }
    })
    const { asset } = await call(server, 'POST', 'assets', { title: 'Read' })
    const { during, stop } = startNeighbour(server.url, { 'x-api-key': API_KEY }, [[`assets/${asset.id}`]])
    const alone = await during(() => delay(ALONE_MS))
    const assetId = await attach({ server }, url)
    await until(server, assetId, ({ analysis }) => analysis === 'done')
    const before = residentMebibytes(server.pid)
    const watch = watchResident(server.pid)
    const beside = await during(async () => {
      if (proxies === 'on') await until(server, assetId, ({ proxy_status: status }) => status === 'done')
      else await delay(ALONE_MS)
    })
    measured = { alone, beside, growth: watch.stop() - before }
    await stop()
    await server.stop()
  })
  process.stderr.write(`proxies ${proxies}: ${figure(seconds)} s of processor time\n`)
  return { seconds, ...measured }
}

async function until (server, assetId, isDone) {
  while (true) {
    const { media: [file] } = await call(server, 'GET', `assets/${assetId}/media`)
    ensure(file.status !== 'failed' && file.proxy_status !== 'failed', `it failed: ${file.error}`)
    if (isDone(file)) return
    await delay(POLL_MS)
  }
}

/** The processor time of all child processes of this one that have ended during the work. */
async function processorSeconds (work) {
  const before = ofChildren()
  await work()
  return ofChildren() - before
}

function ofChildren () {
  return given(readStat(process.pid)).ofEnded
}
