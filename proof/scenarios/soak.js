import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { ask, succeed } from '#proof/harness/api.js'
import { closeLater } from '#proof/harness/closing.js'
import { given } from '#proof/harness/failure.js'
import { median, percentile } from '#proof/harness/figures.js'
import { lacksProcessStatus, residentMebibytes } from '#proof/harness/process-status.js'
import { createRandom } from '#proof/harness/random.js'
import { startReceiver } from '#proof/harness/receiver.js'
import { addWebhook } from '#proof/harness/webhooks.js'
import { startWorld } from '#proof/harness/world.js'
import { watchWaits } from '../soak/waits.js'

export const name = 'soak'
export const description = 'everything at a third of capacity, with a good, a failing and a hanging receiver'

const READERS = 2
const PARTS = 6
const SAMPLE_MS = 1000
/** In fewer minutes a process has not reached its steady state, so that its growth means nothing. */
const LONG_MINUTES = 30
/**
 * The events for the bad receivers. Each is sent to the failing one 21 times: with all events, the retries would be
 * more than a machine can do, and more from minute to minute.
 */
const BAD_EVENTS = ['ASSET_LINKED', 'ASSET_UNLINKED']
/** The largest allowed growth of memory and handles from the first part to the last. */
const GROWTH = 1.1

/** @param {import('../options.js').Options} options */
export function steps ({ databases }) {
  return databases.map((database) => ({
    name: 'at a third of capacity',
    database,
    needs: lacksProcessStatus,
    run
  }))
}

/**
 * @param {import('../context.js').Context} context
 * @returns {Promise<import('../scenarios.js').Row[]>}
 */
async function run (context) {
  const { options: { minutes, quick }, seed, say } = context
  /** @type {number[][]} */
  const latencies = Array.from({ length: PARTS }, () => [])
  let part = -1
  const watch = (ms) => { latencies[part]?.push(ms) }
  const pacer = createPacer()
  const world = await startWorld(context, { pace: pacer.wait, watch })
  const { url, pid } = world.service
  const bad = await addBadReceivers(url)

  const over = new AbortController()
  const readers = Array.from({ length: READERS }, (_, index) =>
    read({ world, random: createRandom(seed + index), pace: pacer.wait, watch, signal: over.signal }))
  const calling = Promise.all([...readers, ...world.callers.map((caller) => caller.until(over.signal))])

  // Without a pace at first, to measure the capacity.
  const seconds = quick ? 1 : 20
  await delay(seconds * 1000)
  const capacity = pacer.count() / seconds
  pacer.set(capacity / 3)
  say(`${capacity.toFixed(0)} requests a second are possible; from now on a third of it, for ${minutes} minutes`)

  const samples = []
  /** Measured by the service: the times that the proof measures include its own waits, which grow with its book. */
  const answers = []
  const waits = await watchWaits(url)
  for (part = 0; part < PARTS; part++) {
    samples.push(await samplePart(pid, minutes * 60_000 / PARTS))
    const { memory, leastMemory, handles } = given(samples[part])
    say(`${part + 1} of ${PARTS}: ${memory.toFixed(0)} MiB, at least ${leastMemory.toFixed(0)}, ${handles} handles, p99 ${p99(latencies[part])} ms`)
    const { line, answersMs } = await waits.next()
    answers.push(Math.round(answersMs))
    say(line)
  }
  over.abort()
  waits.stop()
  await calling
  for (const { id } of bad) await succeed(url, 'DELETE', `admin/webhooks/${id}`)
  const { lost, broken } = await world.check()
  const [first, last] = [given(samples[0]), given(samples[PARTS - 1])]
  if (minutes >= LONG_MINUTES) {
    for (const what of /** @type {const} */ (['leastMemory', 'handles'])) {
      if (last[what] > first[what] * GROWTH) broken.push(`${what} has grown from ${first[what].toFixed(0)} to ${last[what].toFixed(0)}`)
    }
  }
  return [{
    what: `${minutes} minutes at a third of capacity`,
    times: 1,
    acknowledged: world.book.acknowledged,
    lost,
    broken,
    figures: {
      'requests a second': (capacity / 3).toFixed(1),
      'MiB, first and last sixth': `${first.memory.toFixed(0)}, ${last.memory.toFixed(0)}`,
      'least MiB, first and last sixth': `${first.leastMemory.toFixed(0)}, ${last.leastMemory.toFixed(0)}`,
      'handles, first and last sixth': `${first.handles}, ${last.handles}`,
      'p99 ms of each sixth, by the service': answers.join(', '),
      'as the proof sees it': latencies.map(p99).join(', ')
    }
  }]
}

/** A pace for all callers: requests at an even rate. Without limit at first. */
function createPacer () {
  let everyMs = 0
  let due = 0
  let count = 0
  return {
    async wait () {
      count++
      const now = performance.now()
      due = Math.max(due + everyMs, now)
      if (due > now) await delay(due - now)
    },
    count: () => count,
    set: (perSecond) => { everyMs = 1000 / perSecond }
  }
}

/** One receiver that always fails, and one that never answers. */
async function addBadReceivers (url) {
  const receiver = await startReceiver((request, response) => {
    if (request.path === '/failing') response.writeHead(500).end()
  }, { keep: false })
  closeLater(receiver.close)
  return [
    await addWebhook(url, 'always failing', `${receiver.url}/failing`, { trigger_events: BAD_EVENTS }),
    await addWebhook(url, 'hanging', `${receiver.url}/hanging`, { trigger_events: BAD_EVENTS })
  ]
}

/** Pages, not whole lists: these would grow with what the callers write, and the load has to stay the same. */
const lists = [
  'search?q=asset&limit=20', 'assets?limit=20', 'changes?since=now', 'changes?limit=50', 'projects?limit=20',
  'trash?limit=20', 'admin/webhooks', 'imports?limit=20'
]

/** A caller that reads what others write. */
async function read ({ world: { service: { url }, book, broken }, random, pace, watch, signal }) {
  while (!signal.aborted) {
    await pace()
    const item = book.items.get(book.ids.at(-1 - random.below(20)) ?? '')
    const path = random.below(2) === 0 || item === undefined ? random.one(lists) : `${item.type}s/${item.id}`
    const sentAt = performance.now()
    const { status } = await ask(url, 'GET', path)
    watch(performance.now() - sentAt)
    if (status !== 200 && status !== 503) broken.push(`GET ${path} answered ${status}`)
  }
}

/**
 * Samples of the process: the medians, and the memory that a tenth of the samples stay below. The median includes
 * garbage that V8 has not collected yet, which is no growth.
 */
async function samplePart (pid, ms) {
  const memory = []
  const handles = []
  for (const until = performance.now() + ms; performance.now() < until;) {
    memory.push(residentMebibytes(pid))
    handles.push(readdirSync(`/proc/${pid}/fd`).length)
    await delay(Math.min(SAMPLE_MS, ms / 4))
  }
  return { memory: median(memory), leastMemory: percentile(memory, 10), handles: median(handles) }
}

const p99 = (values = []) => Math.round(percentile(values, 99))
