import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findPrograms } from '#src/media/analysis/programs.js'
import { succeed } from '#proof/harness/api.js'
import { shorten } from '#proof/harness/book.js'
import { closeLater } from '#proof/harness/closing.js'
import { startSender } from '#proof/harness/file-writes.js'
import { programsWith } from '#proof/harness/process-tree.js'
import { startService } from '#proof/harness/service.js'
import { eventually } from '#proof/harness/waiting.js'
import { firstAnswer } from './first-answer.js'
import { checkLeft } from './left.js'

/** The second file of an asset replaces the first, which becomes a version. */
const FILES_OF_ASSET = 2
/** Of this many files the last one has the bytes of the one before. */
const SAME_BYTES = 4
const KINDS = 'filmstrip,mp4,waveform'

/** What the history of an asset has of each file. */
const EVENTS = ['ASSET_STARTED_ANALYSIS', 'ASSET_FINISHED_IMAGE_THUMBNAIL', 'ASSET_FINISHED_IMAGE_PREVIEW', 'ASSET_FINISHED_ANALYSIS',
  'ASSET_UPDATED_PROXY_MP4', 'ASSET_FINISHED_PROXY_MP4', 'ASSET_FINISHED_AUDIO_WAVEFORM']

export const lacksFfmpeg = () => {
  const { ffmpeg, ffprobe } = findPrograms()
  return ffmpeg === null || ffprobe === null ? 'ffmpeg and ffprobe are not on the path' : null
}

/**
 * Kills the service at a random moment while it makes proxies, again and again. In the end each film has each of its
 * proxies and events once, and nothing else is left.
 * @param {import('../../context.js').Context} context
 * @param {number} kills
 * @returns {Promise<import('../../scenarios.js').Row[]>}
 */
export async function run ({ createDatabase, folder, random, say }, kills) {
  const database = await createDatabase()
  const settings = { MEDIA_RETRY_DELAYS: '0.1,0.2,0.5,1,1,1,1,1', MEDIA_VERSIONS: '100' }
  const start = () => startService({ databaseUrl: database.url, folder, settings })
  const sender = await startSender()
  closeLater(sender.close)
  const film = makeFilm(folder)
  const broken = []
  /** @type {string[]} */
  const assets = []
  const answerMs = []
  let service = await start()

  async function attach (number) {
    if (number % FILES_OF_ASSET === 0) assets.push((await succeed(service.url, 'POST', 'assets', { title: `film ${number}` })).asset.id)
    const id = assets.at(-1)
    const bytes = Buffer.concat([film, freeBox(number % SAME_BYTES === SAME_BYTES - 1 ? number - 1 : number)])
    const media = { file_url: sender.offer(`/${number}`, () => bytes), filename: `${number}.mov` }
    await succeed(service.url, 'POST', `assets/${id}/media`, media)
    await eventually(`file ${number} is ready`, async () =>
      (await filesOf(service.url, id)).filter(({ status }) => status === 'ready').length === number % FILES_OF_ASSET + 1)
  }
  const count = async (what) => Number((await database.query(`SELECT count(*) AS count FROM ${what}`))[0].count)
  const waiting = () => count('media_renderings WHERE due_at IS NOT NULL')
  const isRunning = async () => await count("media_renderings WHERE status = 'running'") > 0

  // How long it takes here tells when to kill.
  await attach(0)
  await eventually('proxies are begun', isRunning)
  const begunAt = performance.now()
  await eventually('proxies are made', async () => await waiting() === 0)
  const longestMs = Math.ceil(performance.now() - begunAt)

  /** The proxies of bytes that are known are there at once. */
  const isBegun = async (files) => await isRunning() || (await count('media_renderings') === files && await waiting() === 0)
  let inTime = 0
  for (let kill = 1; kill <= kills; kill++) {
    await attach(kill)
    await eventually('proxies are begun', () => isBegun(kill + 1))
    await delay(random.below(longestMs))
    await service.stop('SIGKILL')
    if (await isRunning()) inTime++
    await eventually('ffmpeg ends with the service', () => programsWith('ffmpeg', folder).length === 0)
      .catch(() => { broken.push(`ffmpeg goes on after kill ${kill}: ${programsWith('ffmpeg', folder)}`) })
    service = await start()
    answerMs.push(await firstAnswer(service))
    say(`kill ${kill}: ${inTime} before the end, ${await waiting()} films wait`)
  }
  await eventually('all is made', async () => await count('media_renderings') === kills + 1 && await waiting() === 0)
  for (const id of assets) broken.push(...await checkAsset(service.url, id))
  const [proxies, blobs] = [await count('media_proxies'), await count('media_blobs')]
  if (proxies !== 3 * blobs) broken.push(`${proxies} proxies of ${blobs} films`)

  await service.stop()
  broken.push(...await checkLeft({ database, folder, start }))
  return [{
    what: 'kill -9 while proxies are made',
    times: kills,
    broken: shorten(broken),
    answerMs,
    figures: { 'before the proxies were stored': inTime }
  }]
}

/** Some seconds of a film that no browser plays. */
function makeFilm (folder) {
  const path = join(folder, 'film.mov')
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=25:d=3', '-f', 'lavfi', '-i',
    'sine=frequency=440:d=3', '-c:v', 'prores_ks', '-c:a', 'pcm_s16le', path])
  return readFileSync(path)
}

/** Makes the bytes of a film unique, but nothing that is seen or heard. */
function freeBox (number) {
  const box = Buffer.alloc(12)
  box.writeUInt32BE(box.length, 0)
  box.write('free', 4)
  box.writeUInt32BE(number, 8)
  return box
}

/** All files that an asset has and had. */
async function filesOf (url, id) {
  const { media } = await succeed(url, 'GET', `assets/${id}/media`)
  const { versions } = await succeed(url, 'GET', `assets/${id}/versions`)
  return [...media, ...versions]
}

async function checkAsset (url, id) {
  const files = await filesOf(url, id)
  const broken = files.flatMap(({ filename, proxies, previews, proxy_status: status }) => {
    const kinds = [...proxies, ...previews.filter(({ kind }) => kind === 'filmstrip')].map(({ kind }) => kind).sort().join()
    return status === 'done' && kinds === KINDS ? [] : [`${filename} is ${status} and has ${kinds}`]
  })
  const { history } = await succeed(url, 'GET', `assets/${id}/history`)
  for (const event of EVENTS) {
    const { length } = history.filter((entry) => entry.event === event && entry.severity === 1)
    if (length !== files.length) broken.push(`asset ${id} has ${event} ${length} times for ${files.length} files`)
  }
  return broken
}
