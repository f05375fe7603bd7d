import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { closeLater, scoped } from '#proof/harness/closing.js'
import { copyDatabase } from '#proof/harness/databases.js'
import { migrate } from '#src/database/migrate/migrate.js'
import { untilFinished, untilRenewed } from './finish.js'
import { startLoad } from './load.js'
import { makeNext, prepareDatabase } from './prepare.js'
import { compareTables } from './tables.js'

/** When a process is killed. */
const MOMENTS = /** @type {const} */ (['as the next release starts', 'beside one another', 'as it is stopped', 'at the finish'])
/** A start takes longer on a busy machine, and a kill comes at any moment of it. */
const LONGEST_MS = 4000
const SHORTEST_MS = 1000

/**
 * The same upgrade, during which one process is killed, and started again.
 * @param {import('../../context.js').Context} context
 * @param {{ assets: number, rounds: number, first: number }} how
 * @returns {Promise<import('../../scenarios.js').Row[]>}
 */
export async function kill (context, { assets, rounds, first }) {
  const { say } = context
  const { next, migrations } = await makeNext(context)
  const prepared = await prepareDatabase(context, assets)
  const fresh = await context.createDatabase()
  await migrate(fresh.url, { folder: migrations, starting: { release: next.version } })
  const rows = []
  for (let round = 0; round < rounds; round++) {
    const moment = MOMENTS[(first + round) % MOMENTS.length]
    const row = await scoped(async () => {
      const database = await copyDatabase(prepared.database, `round_${round}`)
      closeLater(database.close)
      const own = { ...context, folder: join(context.folder, `round ${round + 1}`) }
      const found = await upgradeOnce(own, { prepared: { ...prepared, database }, next, moment })
      return { ...found, broken: [...found.broken, ...await compareTables(fresh, database)] }
    })
    say(`round ${round + 1}, ${moment}: ${row.acknowledged} acknowledged, ${row.figures['cut by a kill']} cut`)
    rows.push({ what: `kill -9 during an upgrade, ${moment}`, times: 1, ...row })
  }
  return rows
}

async function upgradeOnce (context, { prepared, next, moment }) {
  const { random, folder } = context
  const load = await startLoad(context, prepared)
  const { fleet } = load
  /** Kills one of the processes after a while, if this is the moment, and starts it again. */
  const strike = async (when, choose) => {
    if (moment !== when) return
    await delay(random.below(when === MOMENTS[0] ? LONGEST_MS : SHORTEST_MS))
    const members = choose()
    await fleet.admit([await fleet.kill(random.one(members))])
  }
  const all = () => [...fleet.members]
  const ofNext = () => all().filter(({ release }) => release === next)
  const ofOld = () => all().filter(({ release }) => release !== next)

  await load.work()
  const later = fleet.launch(next)
  await Promise.all([fleet.admit(later), strike('as the next release starts', ofNext)])
  await Promise.all([load.work(), strike('beside one another', all)])
  await Promise.all([fleet.retire(ofOld()), strike('as it is stopped', ofNext)])
  fleet.command = next.command
  await Promise.all([
    untilFinished(prepared.database, { next, isShort: true }),
    strike('at the finish', ofNext)
  ])
  await load.work()
  await untilRenewed(prepared.database, { next, folder })
  const { repeated, ...found } = await load.close()
  return found
}
