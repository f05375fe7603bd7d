import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { insistently, succeed } from '#proof/harness/api.js'
import { closeLater } from '#proof/harness/closing.js'
import { startSender } from '#proof/harness/file-writes.js'
import { takeSnapshot } from '#proof/harness/snapshot.js'
import { eventually } from '#proof/harness/waiting.js'
import { startWorld } from '#proof/harness/world.js'

export const name = 'clock'
export const description = "the service's own clock goes a day forwards and an hour backwards, under writes"

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** The course of the clock, beginning with the right time. */
const COURSE = [
  { title: 'a day forwards', offsetMs: DAY_MS },
  { title: 'an hour backwards', offsetMs: -HOUR_MS },
  { title: 'right again', offsetMs: 0 }
]
const STAY_MS = 5000
const STAY_IN_QUICK_MS = 300
/** A URL is not checked this close to its end. */
const END_MS = 2000
/** Rounds of other scenarios that take as long as one here. */
const ROUNDS_OF_ROUND = 20

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
  // Without uploads: an upload without activity for a day is removed, and a day passes.
  const world = await startWorld(context, { settings: clock.settings, files: false })
  const files = createFiles(world, sender)
  await files.attach('at the beginning')

  const over = new AbortController()
  const calling = world.callers.map((caller) => caller.until(over.signal))
  for (let round = 0; round < rounds; round++) {
    for (const { title, offsetMs } of COURSE) {
      await delay(stayMs)
      clock.set(offsetMs)
      say(`${title}: ${world.book.acknowledged} acknowledged`)
      await world.untilWritten()
      await files.attach(title)
      await files.check(title, offsetMs)
    }
  }
  await delay(stayMs)
  over.abort()
  await Promise.all(calling)
  await world.settle()
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

/** The clock of services that are started with these settings. */
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

/** Files that are ingested while the clock moves, and their URLs. */
function createFiles ({ book, broken, service: { url } }, sender) {
  /** @type {Array<{ when: string, url: string, expiresAt: number }>} */
  const handedOut = []

  return {
    /** Has a file ingested, and records its URL. */
    async attach (when) {
      const title = `file, ${when}`
      const { asset: { id } } = await succeed(url, 'POST', 'assets', { title }, insistently)
      const bytes = Buffer.from(title)
      const fileUrl = sender.offer(`/${id}`, () => bytes)
      const file = { file_url: fileUrl, filename: 'note.txt' }
      await succeed(url, 'POST', `assets/${id}/media`, file, insistently)
      const media = await eventually(`the ${title}`, async () => {
        const [found] = (await succeed(url, 'GET', `assets/${id}/media`, undefined, insistently)).media
        return found?.status === 'ready' && found
      })
      handedOut.push({ when, url: media.download_url, expiresAt: Date.parse(media.download_url_expires_at) })
      book.add({ type: 'asset', id, title, file: media.checksum.value })
    },

    /** A URL is valid until the time that it names, by the service's clock. */
    async check (when, offsetMs) {
      for (const one of handedOut) {
        const left = one.expiresAt - Date.now() - offsetMs
        // It may expire during the check.
        if (Math.abs(left) < END_MS) continue
        const wanted = left > 0 ? 200 : 403
        const { status } = await fetch(one.url)
        // A busy service may answer 503.
        if (status !== wanted && status !== 503) broken.push(`${when}, the URL handed out ${one.when} answered ${status} and not ${wanted}`)
      }
    }
  }
}

/** The history of each item must be in the order of its events, wherever the clock was. */
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
  const missing = async (wanted) => {
    const { items } = await takeSnapshot(world.service.url, { history: false })
    return wanted.filter(({ id }) => !items.has(id)).length
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
  await eventually('the trash is empty', async () => await missing(trashed) === trashed.length)
  const gone = await missing(idsOf(false))
  if (gone > 0) broken.push(`${gone} active items are gone with the trash`)
  await world.service.stop()
  return broken
}
