import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHistogram, performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { call } from '../support/call.js'
import { ensure } from '#proof/harness/failure.js'
import { makeFolderOnDisk } from '#proof/harness/folders.js'
import { headers } from '../support/load.js'
import { startProbe } from '../support/probe.js'
import { residentMebibytes, watchResident } from '#proof/harness/process-status.js'
import { figure } from '../support/report.js'
import { seed, seededId } from '#proof/harness/seed.js'
import { attach, openMedia, ready, startScript } from './setup.js'

const LAYOUT = { projects: 10, assetsPerProject: 100 }
const SIZE = { width: 6000, height: 4000 }
/** Photos in the queue. */
const QUEUE = 100
/** Photos that are analysed one by one. */
const SINGLE = 10
const PROBE_EVERY_MS = 5
const POLL_MS = 100
/** The kernel's unit of processor time, constant for programs. */
const TICKS_PER_SECOND = 100

/**
 * Photos of 24 megapixels: measures what an analysis costs, and how long others wait beside a queue of them. A service
 * with the same queue and no analyses runs in turn with it. Both answer as many requests: memory grows with them.
 */
export async function run (databases, options) {
  const { rounds = 3, warmup } = options
  const looking = await openMedia(databases, 'analysis')
  const plain = await openMedia(databases, 'plain', { MEDIA_ANALYSIS_PARALLEL: '0' })
  for (const { database } of [looking, plain]) await seed(database, LAYOUT)
  const photos = await servePhotos()

  await analysed(looking, await photos.attach(looking))
  const { pid } = looking.server
  const before = processorSeconds(pid)
  for (let count = 0; count < SINGLE; count++) await analysed(looking, await photos.attach(looking))
  const after = processorSeconds(pid)
  const inside = (after.children - before.children) / SINGLE
  const beside = (after.own - before.own) / SINGLE

  for (let count = 0; count <= SINGLE; count++) await ready(plain, await photos.attach(plain))

  const latencies = { looking: createHistogram(), plain: createHistogram() }
  const growth = { looking: 0, plain: 0 }
  for (let round = 1; round <= rounds; round++) {
    const watchLooking = await watchGrowth(looking, warmup)
    const begunAt = performance.now()
    latencies.looking.add(await probe(looking, () => queue(looking, photos, analysed)))
    const durationMs = performance.now() - begunAt
    growth.looking = Math.max(growth.looking, watchLooking.stop())

    const watchPlain = await watchGrowth(plain, warmup)
    const endsAt = performance.now() + durationMs
    latencies.plain.add(await probe(plain, () => queue(plain, photos, ready)))
    await probe(plain, () => delay(Math.max(0, endsAt - performance.now())))
    growth.plain = Math.max(growth.plain, watchPlain.stop())
    process.stderr.write(`analysis, round ${round} of ${rounds}: p99 ${milliseconds(latencies.looking, 99)} ms beside analyses, ${milliseconds(latencies.plain, 99)} ms beside plain ingests\n`)
  }
  for (const server of [looking.server, looking.sender, plain.server, plain.sender, photos]) await server.stop()
  const ratio = latencies.looking.percentile(99) / latencies.plain.percentile(99)
  return [
    ['analysis of a photo of 24 megapixels, s of processor time', inside.toFixed(2), `the service itself: ${beside.toFixed(2)}`, '1.00 or less'],
    [`growth of the service beside a queue of ${QUEUE} analyses, MiB`, figure(growth.looking),
      `beside plain ingests, with as many requests: ${figure(growth.plain)}`, ''],
    ['growth beside analyses above that beside ingests, MiB', figure(growth.looking - growth.plain), '', 'below 20'],
    [`GET p99 beside a queue of ${QUEUE} analyses, ms`, milliseconds(latencies.looking, 99),
      `beside one of plain ingests: ${milliseconds(latencies.plain, 99)}`, ''],
    ['p99 beside analyses by that beside ingests', ratio.toFixed(2), `${figure(latencies.looking.count)} requests`, '2.00 or less']
  ]
}

/** Watches the memory after a warm-up with requests: an idle process gives memory back, and takes it again. */
async function watchGrowth (media, warmup) {
  await probe(media, () => delay(warmup * 1000))
  const resident = residentMebibytes(media.server.pid)
  const watch = watchResident(media.server.pid)
  return { stop: () => watch.stop() - resident }
}

/** A folder of different photos: the same bytes would be analysed only once. */
async function servePhotos () {
  const folder = makeFolderOnDisk()
  const { url, stop } = await startScript('photos', 'bare-process.js', { FOLDER: folder })
  const photo = await makePhoto()
  return {
    stop,
    attach: async (media) => {
      const name = `${randomBytes(8).toString('hex')}.jpg`
      await writeFile(join(folder, name), Buffer.concat([photo, randomBytes(16)]))
      return attach(media, `${url}/${name}`)
    }
  }
}

/** An image of some megabytes, with the detail of a photo of a landscape. */
async function makePhoto () {
  const noise = /** @type {const} */ ({ type: 'gaussian', mean: 128, sigma: 40 })
  const coarse = await sharp({ create: { width: 1500, height: 1000, channels: 3, background: 'grey', noise } }).png().toBuffer()
  return sharp(coarse).resize(SIZE).jpeg({ quality: 92 }).toBuffer()
}

async function queue (media, photos, isDone) {
  const assets = []
  for (let count = 0; count < QUEUE; count++) assets.push(await photos.attach(media))
  for (const id of assets) await isDone(media, id)
}

/** The file of an asset, after its analysis. */
async function analysed ({ server }, assetId) {
  while (true) {
    const { media: [file] } = await call(server, 'GET', `assets/${assetId}/media`)
    ensure(file.analysis !== 'failed', 'an analysis failed')
    if (file.analysis === 'done') return file
    await delay(POLL_MS)
  }
}

async function probe ({ server }, work) {
  const count = LAYOUT.projects * LAYOUT.assetsPerProject
  const running = startProbe({
    urlOf: (number) => `${server.url}/api/v2/assets/${seededId('asset', 1 + number % count)}`,
    headers,
    everyMs: PROBE_EVERY_MS
  })
  await work()
  return running.stop()
}

/** The processor time of a process and of its former children, in seconds. */
function processorSeconds (pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')
  const seconds = (first) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS_PER_SECOND
  return { own: seconds(11), children: seconds(13) }
}

function milliseconds (histogram, percentile) {
  return (histogram.percentile(percentile) / 1000).toFixed(1)
}
