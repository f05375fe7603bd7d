import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { headers } from '../support/load.js'
import { watchResident } from '#proof/harness/process-status.js'
import { startProbe } from '../support/probe.js'
import { figure } from '../support/report.js'
import { seed, seededId } from '#proof/harness/seed.js'
import { attach, curl, MEBIBYTE, newFileUrl, openMedia, ready, remove } from './setup.js'

const LAYOUT = { projects: 10, assetsPerProject: 100 }
const PARALLEL = 4
const PROBE_EVERY_MS = 5

/**
 * Requests while no file is fetched, while four files always are, and while curl fetches four files from the same
 * sender beside the service, in turn. The last shows what the machine has left then.
 */
export async function run (databases, options) {
  const { mebibytes, rounds = 3, seconds, warmup } = options
  const media = await openMedia(databases, 'api')
  await seed(media.database, LAYOUT)
  await probe(media, warmup)
  const idle = createHistogram()
  const busy = createHistogram()
  const beside = createHistogram()
  const watch = watchResident(media.server.pid)
  let files = 0
  for (let round = 1; round <= rounds; round++) {
    idle.add(await probe(media, seconds))
    const size = Math.ceil(mebibytes / PARALLEL) * MEBIBYTE
    const coming = keepGoing(() => bringIn(media, size))
    busy.add(await probe(media, seconds))
    files += await coming.stop()
    const going = keepGoing((place) => takeBeside(media, size, place))
    beside.add(await probe(media, seconds))
    await going.stop()
    process.stderr.write(`api, round ${round} of ${rounds}: p99 ${milliseconds(idle, 99)} ms idle, ${milliseconds(busy, 99)} ms while files come in, ${milliseconds(beside, 99)} ms beside curl\n`)
  }
  const peak = watch.stop()
  await media.server.stop()
  await media.sender.stop()
  const ratio = busy.percentile(99) / idle.percentile(99)
  return [
    ['GET p50 while four files come in, ms', milliseconds(busy, 50),
      `idle: ${milliseconds(idle, 50)}; beside curl: ${milliseconds(beside, 50)}`, ''],
    ['GET p99 while four files come in, ms', milliseconds(busy, 99),
      `idle: ${milliseconds(idle, 99)}; beside curl: ${milliseconds(beside, 99)}`, ''],
    ['p99 by the idle one', ratio.toFixed(2), `${figure(busy.count)} requests, ${files} files`, '2.00 or less'],
    ['peak memory with four files, MiB', figure(peak), '', '']
  ]
}

async function probe ({ server }, seconds) {
  const count = LAYOUT.projects * LAYOUT.assetsPerProject
  const running = startProbe({
    urlOf: (number) => `${server.url}/api/v2/assets/${seededId('asset', 1 + number % count)}`,
    headers,
    everyMs: PROBE_EVERY_MS
  })
  await delay(seconds * 1000)
  return running.stop()
}

async function bringIn (media, size) {
  const assetId = await attach(media, newFileUrl(media, size))
  await ready(media, assetId)
  await remove(media, assetId)
}

async function takeBeside (media, size, place) {
  const path = join(media.folder, `curl-${place}`)
  await curl(newFileUrl(media, size), path)
  // Not rmSync, which would block: this process sends the measured requests.
  await rm(path)
}

/** Repeats a work on a file in four places. Stopping waits until the last one is done. */
function keepGoing (work) {
  const stopping = new AbortController()
  let files = 0
  const places = Array.from({ length: PARALLEL }, async (_, place) => {
    while (!stopping.signal.aborted) {
      await work(place)
      files++
    }
  })
  return {
    async stop () {
      stopping.abort()
      await Promise.all(places)
      return files
    }
  }
}

function milliseconds (histogram, percentile) {
  return (histogram.percentile(percentile) / 1000).toFixed(1)
}
