import { setTimeout as delay } from 'node:timers/promises'
import { ask } from '#proof/harness/api.js'
import { startService } from '#proof/harness/service.js'

export const name = 'kill'
export const description = 'kill -9 under writes: what was acknowledged is there after the restart'

/** So many rounds have a database of their own: an interrupted run goes on with the next. */
const ROUNDS_OF_STEP = 10
const CALLERS = 4
const LONGEST_LIFE_MS = 1500

/** @param {import('../options.js').Options} options */
export function steps ({ rounds, databases }) {
  return databases.flatMap((database) => {
    return Array.from({ length: Math.ceil(rounds / ROUNDS_OF_STEP) }, (_, index) => {
      const first = index * ROUNDS_OF_STEP + 1
      const last = Math.min(first + ROUNDS_OF_STEP - 1, rounds)
      return { name: `rounds ${first} to ${last}`, database, run: (context) => run(context, last - first + 1) }
    })
  })
}

/**
 * @param {import('../context.js').Context} context
 * @param {number} rounds
 * @returns {Promise<import('../scenarios.js').Row[]>}
 */
async function run ({ createDatabase, folder, random, say }, rounds) {
  const database = await createDatabase()
  const start = () => startService({ databaseUrl: database.url, folder })
  let service = await start()
  const acknowledged = []
  const answerMs = []
  for (let round = 0; round < rounds; round++) {
    const callers = Promise.all(Array.from({ length: CALLERS }, async () => {
      try {
        for (;;) acknowledged.push((await ask(service.url, 'POST', 'assets', { title: 'Interview' })).body.asset.id)
      } catch {
        // Cut off.
      }
    }))
    await delay(random.below(LONGEST_LIFE_MS))
    await service.stop('SIGKILL')
    await callers
    service = await start()
    await ask(service.url, 'GET', 'user')
    answerMs.push(performance.now() - service.startedAt)
    say(`round ${round + 1}: ${acknowledged.length} acknowledged`)
  }
  await service.stop()
  const there = new Set((await database.query('SELECT id FROM assets')).map(({ id }) => id))
  const lost = acknowledged.filter((id) => !there.has(id))
  return [{
    what: 'kill -9',
    times: rounds,
    acknowledged: acknowledged.length,
    lost: lost.length,
    broken: lost.map((id) => `asset ${id} was acknowledged and is not there`),
    answerMs
  }]
}
