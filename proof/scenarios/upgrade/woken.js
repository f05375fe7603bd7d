import { setTimeout as delay } from 'node:timers/promises'
import { ask } from '#proof/harness/api.js'
import { closeLater, scoped } from '#proof/harness/closing.js'
import { copyDatabase } from '#proof/harness/databases.js'
import { startService } from '#proof/harness/service.js'
import { untilFinished } from './finish.js'
import { makeNext, prepareDatabase } from './prepare.js'

const ASSETS = 100
/** Processes that are frozen together. */
const TOGETHER = 5
const LONGEST_MS = 500
/** So long a woken process is left at work. */
const AWAKE_MS = 3000

/**
 * Processes of the old release are frozen under writes, and woken when the upgrade is finished.
 * @param {import('../../context.js').Context} context
 * @param {{ times: number }} how
 * @returns {Promise<import('../../scenarios.js').Row[]>}
 */
export async function wake (context, { times }) {
  const { next } = await makeNext(context)
  const { database: model } = await prepareDatabase(context, ASSETS)
  const broken = []
  for (let done = 0; done < times; done += TOGETHER) {
    const count = Math.min(TOGETHER, times - done)
    await scoped(async () => {
      const database = await copyDatabase(model, `group_${done}`)
      closeLater(database.close)
      broken.push(...await wakeSome(context, { database, next, count }))
    })
    context.say(`${done + count} were woken`)
  }
  return [{ what: 'a process that slept through the finish', times, broken }]
}

async function wakeSome ({ folder, random, options: { quick } }, { database, next, count }) {
  const start = (server) => startService({ databaseUrl: database.url, folder, server })
  const old = await Promise.all(Array.from({ length: count }, () => start()))
  await start(next.server)
  const over = new AbortController()
  const broken = []
  const add = ({ url }) => ask(url, 'POST', 'assets', { title: 'woken' }).catch(() => null)
  // In a quick proof nobody waits for what they have begun.
  const writing = quick ? [] : old.map((service) => writeUntil(over.signal, () => add(service)))
  await delay(random.below(LONGEST_MS))
  for (const { freeze } of old) freeze()
  over.abort()
  await untilFinished(database, { next, isShort: quick })
  const before = await countRows(database)
  const added = old.map(add)
  for (const { thaw } of old) thaw()
  for (const reply of await Promise.all(added)) {
    if (reply?.status !== 503) broken.push(`a write to a woken process was answered ${reply?.status ?? 'nothing'}`)
    else if (!reply.headers.has('retry-after')) broken.push('a woken process did not say when to ask again')
  }
  await Promise.all(writing)
  await delay(quick ? AWAKE_MS / 6 : AWAKE_MS)
  const after = await countRows(database)
  if (after !== before) broken.push(`there were ${before} rows, and are ${after} after processes woke`)
  for (const { stop } of old) await stop('SIGKILL')
  return broken
}

async function writeUntil (signal, write) {
  while (!signal.aborted) await write()
}

/** The rows of all that a write of an asset makes. */
async function countRows ({ query }) {
  const [{ count }] = await query(`
    SELECT (SELECT count(*) FROM assets) + (SELECT count(*) FROM history) + (SELECT count(*) FROM changes)
      + (SELECT count(*) FROM search_items) AS count`)
  return Number(count)
}
