import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { sqliteAt } from '#proof/harness/databases.js'
import { given } from '#proof/harness/failure.js'
import { startService } from '#proof/harness/service.js'
import { runAtOnce, Undecided } from '../model/at-once.js'
import { any, resolve, whole } from '../model/commands.js'
import { scriptOf } from '../model/script.js'
import { Difference, runSequence } from '../model/sequence.js'
import { makeFields } from '../model/service.js'

export const name = 'model'
export const description = 'the same commands on both databases and on a small model of the contract, one by one and concurrently'

/** A round of other scenarios takes as long as this number of sequences. */
const SEQUENCES_OF_ROUND = 10
const SEQUENCES_OF_STEP = 100
const IN_QUICK = 6
/** Shrinking a failing sequence stops after this time. */
const SHRINK_MS = 60_000

const inTurn = {
  label: 'in-turn',
  what: 'commands, one after the other',
  drawn: fc.array(any, { minLength: 5, maxLength: 50, size: 'max' }),
  toCommands: (drawn) => resolve(drawn),
  run: (addresses, { first }, prefix) => runSequence(addresses, first, prefix)
}

const atOnce = {
  label: 'at-once',
  what: 'commands, of several callers at once',
  drawn: fc.tuple(
    fc.array(any, { maxLength: 8 }),
    fc.array(fc.array(whole, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4, size: 'max' })
  ),
  toCommands: ([first, callers]) => resolve(first, callers),
  run: runAtOnce
}

/** @param {import('../options.js').Options} options */
export function steps ({ rounds, quick, databases }) {
  if (quick) {
    return databases.map((database) => ({
      name: 'commands, in turn and at once', database, run: (context) => run(context, [inTurn, atOnce], IN_QUICK)
    }))
  }
  const sequences = rounds * SEQUENCES_OF_ROUND
  return databases.flatMap((database) => [inTurn, atOnce].flatMap((way) =>
    Array.from({ length: Math.ceil(sequences / SEQUENCES_OF_STEP) }, (_, index) => {
      const first = index * SEQUENCES_OF_STEP + 1
      const last = Math.min(first + SEQUENCES_OF_STEP - 1, sequences)
      return {
        name: `${way.what}: ${first} to ${last}`,
        database,
        run: (context) => run(context, [way], last - first + 1)
      }
    })))
}

/**
 * @param {import('../context.js').Context} context
 * @returns {Promise<import('../scenarios.js').Row[]>}
 */
async function run (context, ways, sequences) {
  const addresses = await startServices(context)
  const rows = []
  for (const way of ways) rows.push(await check(context, addresses, way, sequences))
  return rows
}

async function check ({ seed, folder, say }, addresses, { label, what, drawn, toCommands, run }, sequences) {
  let runs = 0
  let undecided = 0
  let shrinkUntil = Infinity
  const property = fc.asyncProperty(drawn, async (one) => {
    // Shrinking has taken long enough.
    if (performance.now() > shrinkUntil) return
    try {
      await run(addresses, toCommands(one), `${label}${++runs}`)
    } catch (error) {
      if (error instanceof Undecided) {
        undecided++
        return
      }
      shrinkUntil = Math.min(shrinkUntil, performance.now() + SHRINK_MS)
      throw error
    }
  })
  const found = await fc.check(property, { seed: seed | 0, numRuns: sequences })
  /** @type {import('../scenarios.js').Row} */
  const row = { what, times: runs, broken: [], figures: undecided === 0 ? {} : { undecided } }
  if (!found.failed) return row
  const [counterexample] = found.counterexample ?? []
  const error = /** @type {Error} */ (found.errorInstance)
  const failure = error instanceof Difference ? error.message : String(error.stack)
  const script = join(folder, `repeat-${label}.sh`)
  writeFileSync(script, scriptOf(toCommands(counterexample), {
    failure,
    repeat: `fast-check: seed ${found.seed}, path ${found.counterexamplePath}`
  }))
  say(`the shortest script that shows it: ${script}`)
  return { ...row, broken: [`${failure} (${script})`] }
}

/**
 * A service on SQLite. Or two services on one PostgreSQL, and beside them one on SQLite, which has to give the same
 * answers.
 * @param {import('../context.js').Context} context
 */
async function startServices ({ database, createDatabase, folder }) {
  const start = (databaseUrl, name) => startService({ databaseUrl, folder: join(folder, name), settings: { JOBS: 'on' } })
  const { url: databaseUrl } = await createDatabase()
  const first = await start(databaseUrl, 'service')
  const others = database === 'sqlite'
    ? []
    : [await start(databaseUrl, 'second'), await start(sqliteAt(join(folder, 'beside.db')).url, 'beside')]
  const [second, beside] = others
  const addresses = [
    { label: database, urls: [first, second].flatMap((service) => service?.url ?? []) },
    ...beside === undefined ? [] : [{ label: 'sqlite', urls: [beside.url] }]
  ]
  for (const address of addresses) await makeFields(given(address.urls[0]))
  return addresses
}
