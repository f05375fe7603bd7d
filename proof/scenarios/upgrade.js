import { kill } from './upgrade/kill.js'
import { replace } from './upgrade/replace.js'
import { killOnSqlite } from './upgrade/sqlite.js'
import { wake } from './upgrade/woken.js'

export const name = 'upgrade'
export const description = 'the processes of this release are replaced by those of a made-up next one, under load and kills'

/** Rounds that share a prepared database. An interrupted run continues with the next step. */
const ROUNDS_OF_STEP = 10
/** With all assets most of the time of a round would be for the renewal of the index. */
const FEWER = 10

/** @param {import('../options.js').Options} options */
export function steps ({ rounds, size }) {
  const assets = Math.ceil(size / 5)
  const kills = Math.ceil(rounds * 0.3)
  const others = Math.ceil(rounds / 2)
  const firsts = Array.from({ length: Math.ceil(kills / ROUNDS_OF_STEP) }, (_, index) => index * ROUNDS_OF_STEP)
  return /** @type {import('../scenarios.js').Step[]} */ ([
    ...[false, true].map((isTakenBack) => ({
      name: isTakenBack ? 'taken back' : 'finished',
      database: 'postgresql',
      run: (context) => replace(context, { assets, isTakenBack })
    })),
    ...firsts.map((first) => {
      const last = Math.min(first + ROUNDS_OF_STEP, kills)
      return {
        name: `kills ${first + 1} to ${last}`,
        database: 'postgresql',
        run: (context) => kill(context, { assets: Math.ceil(assets / FEWER), rounds: last - first, first })
      }
    }),
    { name: `${others} woken`, database: 'postgresql', run: (context) => wake(context, { times: others }) },
    {
      name: `${others} kills`,
      database: 'sqlite',
      run: (context) => killOnSqlite(context, { assets: Math.ceil(assets / FEWER), moments: others })
    }
  ])
}
