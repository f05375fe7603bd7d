import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ask, insistently, succeed } from '#proof/harness/api.js'
import { settle } from '#proof/harness/caller.js'
import { closeLater } from '#proof/harness/closing.js'
import { startSender } from '#proof/harness/file-writes.js'
import { eventually } from '#proof/harness/waiting.js'
import { startWorld } from '#proof/harness/world.js'

export const name = 'clock'
export const description = "the service's own clock goes a day forwards and an hour backwards, under writes"

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Where the clock goes, from where it is right. */
const COURSE = [
  { title: 'a day forwards', offsetMs: DAY_MS },
  { title: 'an hour backwards', offsetMs: -HOUR_MS },
  { title: 'right again', offsetMs: 0 }
]
const STAY_MS = 5000
const STAY_IN_QUICK_MS = 1000
/** Rounds of others that take as long as one here. */
const ROUNDS_OF_ROUND = 20
const PATIENCE_MS = 60_000

/** @param {import('../options.js').Options} options */
export function steps ({ rounds, quick, databases }) {
  return databases.map((database) => ({
    name: 'there and back',
    database,
    run: (context) => run(context, Math.ceil(rounds / ROUNDS_OF_ROUND), quick ? STAY_IN_QUICK_MS : STAY_MS)
  }))
}

/**
 * @param {import('../context.js').Context} context
 * @returns {Promise<import('../scenarios.js').Row[]>}
 */
async function run (context, rounds, stayMs) {
  const { folder, say } = context
  const clock = createClock(folder)
  const sender = await startSender()
  closeLater(sender.close)
  // Who sends files by upload is left out: what nobody sends for a day is removed, and a day goes by.
  const world = await startWorld(context, { settings: clock.settings, files: false })
  const files = createFiles(world, sender)
  await files.attach('at the beginning')

  const over = new AbortController()
  const calling = world.callers.map((caller) => caller.until(over.signal))
  for (let round = 0; round < rounds; round++) {
    for (const { title, offsetMs } of COURSE) {
      await delay(stayMs)
      const before = world.book.acknowledged
      clock.set(offsetMs)
      say(`${title}: ${before} acknowledged`)
      await eventually('writes go on', () => world.book.acknowledged > before, PATIENCE_MS)
      await files.attach(title)
      await files.check(title, offsetMs)
    }
  }
  await delay(stayMs)
  over.abort()
  await Promise.all(calling)
  await settle(world.settling())
  await checkHistories(world)
  const { lost, broken, late } = await world.check()
  broken.push(...await checkTrash(world, clock))
  return [{
    what: 'there and back, under writes',
    times: rounds * COURSE.length,
    acknowledged: world.book.acknowledged,
    lost,
    broken,
    figures: { 'answers of 503': world.answers.get(503) ?? 0, 'events behind their place, at most': late }
  }]
}

/** The clock of a service that is started with these settings. */
function createClock (folder) {
  const file = join(folder, 'clock')
  const set = (offsetMs) => {
    writeFileSync(`${file}.new`, String(offsetMs))
    renameSync(`${file}.new`, file)
  }
  set(0)
  const settings = {
    PROOF_CLOCK: file,
    NODE_OPTIONS: `--require=${JSON.stringify(join(import.meta.dirname, '../clock/shifted.cjs'))}`
  }
  return { set, settings }
}

/** Files that come while the clock moves, and the URLs under which they were handed out. */
function createFiles ({ book, broken, service: { url } }, sender) {
  /** @type {Array<{ when: string, url: string, expiresAt: number }>} */
  const handedOut = []

  return {
    /** Has a file fetched, and notes its URL. */
    async attach (when) {
      const title = `file, ${when}`
      const { asset: { id } } = await succeed(url, 'POST', 'assets', { title }, insistently)
      const bytes = Buffer.from(title)
      const fileUrl = sender.offer(`/${id}`, bytes)
      const file = { file_url: fileUrl, filename: 'note.txt' }
      await succeed(url, 'POST', `assets/${id}/media`, file, insistently)
      const media = await eventually(`the ${title}`, async () => {
        const [found] = (await succeed(url, 'GET', `assets/${id}/media`, undefined, insistently)).media
        return found?.status === 'ready' && found
      }, PATIENCE_MS)
      handedOut.push({ when, url: media.download_url, expiresAt: Date.parse(media.download_url_expires_at) })
      book.add({ type: 'asset', id, title, file: media.checksum.value })
    },

    /** A URL is good until the moment that it names, by the clock as it is. */
    async check (when, offsetMs) {
      for (const one of handedOut) {
        const wanted = one.expiresAt > Date.now() + offsetMs ? 200 : 403
        const { status } = await fetch(one.url)
        // Who has much to do may say so.
        if (status !== wanted && status !== 503) broken.push(`${when}, the URL handed out ${one.when} answered ${status} and not ${wanted}`)
      }
    }
  }
}

/** The history of each item has its entries in the order in which they happened, wherever the clock was. */
async function checkHistories ({ book, broken, service: { url } }) {
  for (const { type, id, title, events } of book.items.values()) {
    const { history } = await succeed(url, 'GET', `${type}s/${id}/history`, undefined, insistently)
    const own = history.map(({ event }) => event).filter((event) => events.includes(event)).reverse()
    if (type === 'asset' && own.join() !== events.join()) {
      broken.push(`the history of ${title} is ${own.join(', ')} and not ${events.join(', ')}`)
    }
  }
}

/** After a day the trash is as it was; after fifteen it is empty, and nothing else is gone. */
async function checkTrash (world, clock) {
  const idsOf = (isDeleted) => [...world.book.items.values()].filter(({ deleted }) => deleted === isDeleted)
  const missing = async (items) => {
    const { url } = world.service
    const replies = await Promise.all(items.map(({ type, id }) =>
      ask(url, 'GET', `${type}s/${id}`, undefined, insistently)))
    return replies.filter(({ status }) => status === 404).length
  }
  const broken = []
  clock.set(DAY_MS)
  await world.start()
  const early = await missing(idsOf(true))
  if (early > 0) broken.push(`${early} items are gone after a day in the trash`)
  await world.service.stop()
  clock.set(15 * DAY_MS)
  await world.start()
  const trashed = idsOf(true)
  await eventually('the trash is empty', async () => await missing(trashed) === trashed.length, PATIENCE_MS)
  const gone = await missing(idsOf(false))
  if (gone > 0) broken.push(`${gone} active items are gone with the trash`)
  await world.service.stop()
  return broken
}
