import { createHistogram } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { headers } from '../support/load.js'
import { watchResident } from '../support/process-status.js'
import { startProbe } from '../support/probe.js'
import { figure } from '../support/report.js'
import { seed, seededId } from '../support/seed.js'
import { attach, MEBIBYTE, newFileUrl, openMedia, ready, remove } from './setup.js'

const LAYOUT = { projects: 10, assetsPerProject: 100 }
const PARALLEL = 4
const PROBE_EVERY_MS = 5

/** Requests while nothing comes in, and while four files do all the time, in turn. */
export async function run (databases, options) {
  const { mebibytes, rounds = 3, seconds, warmup } = options
  const media = await openMedia(databases, 'api', options)
  await seed(media.database, LAYOUT)
  await probe(media, warmup)
  const idle = createHistogram()
  const busy = createHistogram()
  const watch = watchResident(media.server.pid)
  let files = 0
  for (let round = 1; round <= rounds; round++) {
    idle.add(await probe(media, seconds))
    const coming = keepComing(media, Math.ceil(mebibytes / PARALLEL))
    busy.add(await probe(media, seconds))
    files += await coming.stop()
    process.stderr.write(`api, round ${round} of ${rounds}: p99 ${milliseconds(idle, 99)} ms idle, ${milliseconds(busy, 99)} ms while files come in\n`)
  }
  const peak = watch.stop()
  await media.server.stop()
  await media.sender.stop()
  const ratio = busy.percentile(99) / idle.percentile(99)
  return [
    ['GET p50 while four files come in, ms', milliseconds(busy, 50), `idle: ${milliseconds(idle, 50)}`, ''],
    ['GET p99 while four files come in, ms', milliseconds(busy, 99), `idle: ${milliseconds(idle, 99)}`, ''],
    ['p99 by the idle one', ratio.toFixed(2), `${figure(busy.count)} requests, ${files} files`, '2.00 or less'],
    ['peak memory with four files, MiB', figure(peak), '', '']
  ]
}

async function probe ({ server }, seconds) {
  const count = LAYOUT.projects * LAYOUT.assetsPerProject
  const running = startProbe({ urlOf: (number) => `${server.url}/api/v2/assets/${seededId('asset', 1 + number % count)}`, headers, everyMs: PROBE_EVERY_MS })
  await delay(seconds * 1000)
  return running.stop()
}

/** Attaches a file again and again in four places, until it is stopped: when the last of them has come in. */
function keepComing (media, mebibytes) {
  const stopping = new AbortController()
  let files = 0
  const places = Array.from({ length: PARALLEL }, async () => {
    while (!stopping.signal.aborted) {
      const assetId = await attach(media, newFileUrl(media, mebibytes * MEBIBYTE))
      await ready(media, assetId)
      await remove(media, assetId)
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
