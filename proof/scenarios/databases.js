import { eventually } from '#proof/harness/waiting.js'
import { startWorld } from '#proof/harness/world.js'
import { faults as postgresqlFaults } from './databases/postgresql.js'
import { faults as sqliteFaults } from './databases/sqlite.js'

export const name = 'databases'
export const description = 'failures of databases: restarts, lost connections, locks, silence, a new primary, full disks'

const WRITES_BEFORE = 20

/**
 * @typedef {object} Fault
 * @property {string} name
 * @property {() => string | null} [needs] why it is not possible here; null if it is
 * @property {(context: import('../context.js').Context) => Promise<Prepared>} prepare
 */

/**
 * @typedef {object} Prepared
 * @property {import('#proof/harness/databases.js').Database} database as the service reaches it
 * @property {number} times how often the fault happens
 * @property {boolean} [isGone] whether the service itself is down for a while
 * @property {(world: Awaited<ReturnType<typeof startWorld>>) => Promise<string[] | void>} strike makes it happen, and
 * resolves when it is over. It returns broken promises
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
  await world.untilWritten(WRITES_BEFORE)
  broken.push(...await strike(world) ?? [])
  const healedAt = performance.now()
  const received = deliveries.length
  await world.untilWritten()
  const answerMs = performance.now() - healedAt
  await eventually('the service delivers again', () => deliveries.length > received)
  const deliveryMs = performance.now() - healedAt
  over.abort()
  await calling
  const count = (status) => answers.get(status) ?? 0
  if (count(0) > 0 && !isGone) broken.push(`${count(0)} requests got no answer`)
  await eventually('what is in doubt can be looked up', () => world.settle().then(() => true, () => false))
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
