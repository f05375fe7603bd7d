import { run as runRemoval } from './teams/removal.js'
import { run as runSight } from './teams/sight.js'

export const name = 'teams'
export const description = 'what private projects and groups cost with very many items, and kill -9 while what a removed person owned is given away'

/** @param {import('../options.js').Options} options */
export function steps ({ databases, size, rounds, quick }) {
  return databases.flatMap((database) => [
    { name: `private projects of ${size} items`, database, run: runSight },
    // An e-mail is kept for two minutes.
    ...quick
      ? []
      : [{
          name: `a person with ${size} items`,
          database,
          run: (/** @type {import('../context.js').Context} */ context) => runRemoval(context, rounds)
        }]
  ])
}
