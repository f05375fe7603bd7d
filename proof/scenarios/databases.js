import { setTimeout as delay } from 'node:timers/promises'
import { settle } from '#proof/harness/caller.js'
import { eventually } from '#proof/harness/waiting.js'
import { startWorld } from '#proof/harness/world.js'
import { faults as postgresqlFaults } from './databases/postgresql.js'
import { faults as sqliteFaults } from './databases/sqlite.js'

export const name = 'databases'
export const description = 'what happens to databases: restarts, lost connections, locks, silence, a new primary; full disks'

const BEFORE_MS = 500
const PATIENCE_MS = 120_000

/**
 * @typedef {object} Fault
 * @property {string} name
 * @property {() => string | null} [needs] why it cannot be done here; null where it can
 * @property {(context: import('../context.js').Context) => Promise<Prepared>} prepare
 */

/**
 * @typedef {object} Prepared
 * @property {import('#proof/harness/databases.js').Database} database as the service reaches it
 * @property {number} times how often the fault happens
 * @property {boolean} [isGone] whether the service itself is away for a while
 * @property {(world: Awaited<ReturnType<typeof startWorld>>) => Promise<string[] | void>} strike lets it happen, and
 * resolves when it is over. What it returns are promises that broke
 */

/** @param {import('../options.js').Options} options */
export function steps ({ databases }) {
  const all = { sqlite: sqliteFaults, postgresql: postgresqlFaults }
  return databases.flatMap((database) =>
    all[database].map((fault) => ({
      name: fault.name, database, ownsServer: true, needs: fault.needs, run: (context) => run(context, fault)
    })))
}

/**
 * @param {import('../context.js').Context} context
 * @param {Fault} fault
 * @returns {Promise<import('../scenarios.js').Row[]>}
 */
async function run (context, fault) {
  const { database, times, isGone = false, strike } = await fault.prepare(context)
  const world = await startWorld(context, { database, files: false })
  const { book, answers, broken, deliveries } = world
  const over = new AbortController()
  const calling = Promise.all(world.callers.map((caller) => caller.until(over.signal)))
  await eventually('something is written', () => book.acknowledged > 0, PATIENCE_MS)
  await delay(BEFORE_MS)
  broken.push(...await strike(world) ?? [])
  const healedAt = performance.now()
  const [written, received] = [book.acknowledged, deliveries.length]
  await eventually('the service takes writes again', () => book.acknowledged > written, PATIENCE_MS)
  const answerMs = performance.now() - healedAt
  await eventually('the service delivers again', () => deliveries.length > received, PATIENCE_MS)
  const deliveryMs = performance.now() - healedAt
  over.abort()
  await calling
  const count = (status) => answers.get(status) ?? 0
  if (count(0) > 0 && !isGone) broken.push(`${count(0)} requests got no answer`)
  await eventually('what is in doubt can be looked up', () => settle(world.settling()).then(() => true, () => false))
  const { lost, late } = await world.check()
  return [{
    what: fault.name,
    times,
    acknowledged: book.acknowledged,
    lost,
    broken,
    answerMs: [answerMs],
    deliveryMs: [deliveryMs],
    figures: { 'answers of 200': count(200), 'of 503': count(503), 'events behind their place, at most': late }
  }]
}
