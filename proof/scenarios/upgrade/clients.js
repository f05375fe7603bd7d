import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { ask, succeed } from '#proof/harness/api.js'
import { assetCount, seededId } from '#proof/harness/seed.js'
import { API_KEY } from '#proof/harness/service.js'
import { readChanges } from '#proof/harness/snapshot.js'
import { eventually } from '#proof/harness/waiting.js'

const AGAIN_MS = 50
const PATIENCE_MS = 30_000
const lists = ['assets?limit=20', 'changes?limit=50', 'projects?limit=20', 'trash?limit=20', 'admin/webhooks?limit=20']
const searches = [
  'search?q=interview&limit=20', 'search?q=caller&limit=20', 'search?q=camera&tag=interview&limit=20',
  'search?limit=20&facets=category'
]

/**
 * @typedef {object} Load what a client needs to know
 * @property {{ service: { url: string }, book: import('#proof/harness/book.js').Book, broken: string[],
 *   answers: Map<number, number> }} world
 * @property {import('#proof/harness/random.js').Random} random
 * @property {import('#proof/harness/seed.js').Layout} layout
 * @property {() => Promise<void>} pace
 * @property {(ms: number) => void} watch
 * @property {AbortSignal} signal
 */

/**
 * A client that reads items and lists.
 * @param {Load} load
 */
export async function read (load) {
  const { random, layout, world: { book } } = load
  await repeat(load, () => {
    if (random.below(2) === 0) return random.one(lists)
    if (random.below(2) === 0) return `assets/${seededId('asset', 1 + random.below(assetCount(layout)))}`
    const item = book.items.get(book.ids.at(-1 - random.below(20)) ?? '')
    return item === undefined ? random.one(lists) : `${item.type}s/${item.id}`
  })
}

/**
 * A client that searches.
 * @param {Load} load
 */
export async function search (load) {
  await repeat(load, () => load.random.one(searches))
}

/** @param {Load} load */
async function repeat ({ world: { service: { url }, broken, answers }, pace, watch, signal }, choose) {
  while (!signal.aborted) {
    await pace()
    const path = choose()
    const sentAt = performance.now()
    const { status } = await ask(url, 'GET', path).catch(() => ({ status: 0 }))
    watch(performance.now() - sentAt)
    answers.set(status, (answers.get(status) ?? 0) + 1)
    if (![0, 200, 503].includes(status)) broken.push(`GET ${path} answered ${status}`)
  }
}

/**
 * A client that follows the changes in a stream, and goes on from its place whenever the stream ends.
 * @param {string} url
 * @param {string[]} broken
 */
export async function follow (url, broken) {
  const { next: beginning } = await succeed(url, 'GET', 'changes?since=now')
  const over = new AbortController()
  /** @type {string[]} */
  const ids = []
  let place = beginning
  let streams = 0
  const following = (async () => {
    while (!over.signal.aborted) {
      streams++
      await readStream().catch(() => {})
      await delay(AGAIN_MS)
    }
  })()

  async function readStream () {
    const answer = await fetch(`${url}/api/v2/changes`, {
      headers: { 'x-api-key': API_KEY, accept: 'text/event-stream', 'last-event-id': place },
      signal: over.signal
    })
    if (answer.status !== 200 || answer.body === null) {
      await answer.text()
      broken.push(`a stream of changes was answered ${answer.status}`)
      return
    }
    let event = { id: '', data: '' }
    for await (const line of createInterface({ input: Readable.fromWeb(/** @type {any} */ (answer.body)) })) {
      const [, name, value] = /^(id|data): (.*)$/.exec(line) ?? []
      if (name !== undefined) event = { ...event, [name]: value }
      if (line !== '' || event.data === '') continue
      // What was cut in the middle comes again.
      place = event.id
      ids.push(JSON.parse(event.data).id)
      event = { id: '', data: '' }
    }
  }

  return {
    /** How often the stream was begun again. */
    resumed: () => streams - 1,
    /** Waits until all changes have come, each once and in order, and ends. */
    async check () {
      let wanted = []
      await eventually('all changes have come', async () => {
        wanted = (await readChanges(url, beginning)).map(({ id }) => id)
        return wanted.join() === ids.join()
      }, PATIENCE_MS).catch(() => {
        broken.push(`a stream had ${ids.length} changes, ${new Set(ids).size} of them different, of ${wanted.length}`)
      })
      over.abort()
      await following
    }
  }
}
