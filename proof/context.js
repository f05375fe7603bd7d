import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { closeLater } from '#proof/harness/closing.js'
import { createDatabase, openServer } from '#proof/harness/databases.js'
import { createRandom, seedOf } from '#proof/harness/random.js'

/**
 * @typedef {object} Context what a step is given
 * @property {import('./scenarios.js').Kind} database
 * @property {number} seed of this step
 * @property {import('#proof/harness/random.js').Random} random made of it
 * @property {import('./options.js').Options} options
 * @property {string} folder of its own. It is kept where a promise broke
 * @property {() => Promise<import('#proof/harness/databases.js').Database>} createDatabase an empty one. It goes with
 * the step
 * @property {(text: string) => void} say a line of progress
 */

/** The PostgreSQL that steps share which do not break it themselves. It is started for the first of them. */
let server = null

/**
 * @param {import('./scenarios.js').Step} step
 * @param {{ options: import('./options.js').Options, seed: number, id: string, say: (text: string) => void }} run
 * @returns {Promise<Context>}
 */
export async function createContext (step, { options, seed, id, say }) {
  const folder = join(options.folder, 'steps', id)
  mkdirSync(folder, { recursive: true })
  const own = seedOf(seed, id)
  let made = 0
  if (step.database === 'postgresql' && step.ownsServer !== true) server ??= await openServer()
  return {
    database: step.database,
    seed: own,
    random: createRandom(own),
    options,
    folder,
    createDatabase: async () => {
      const database = await createDatabase(step.database, { folder, server, name: `cutroom_proof_${++made}` })
      closeLater(database.close)
      return database
    },
    say
  }
}
