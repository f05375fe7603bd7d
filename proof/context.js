import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { closeLater } from '#proof/harness/closing.js'
import { createDatabase, openServer } from '#proof/harness/databases.js'
import { createRandom, seedOf } from '#proof/harness/random.js'

/**
 * @typedef {object} Context what a step gets
 * @property {import('./scenarios.js').Kind} database
 * @property {number} seed of this step
 * @property {import('#proof/harness/random.js').Random} random seeded with it
 * @property {import('./options.js').Options} options
 * @property {string} folder of the step. It is kept if a promise broke
 * @property {() => Promise<import('#proof/harness/databases.js').Database>} createDatabase an empty one, removed at the
 * end of the step
 * @property {(text: string) => void} say a line of progress
 */

/** The PostgreSQL that steps share unless they break it. It is started for the first of them. */
let server = null
/** Several steps may have databases on that server at the same time. */
let made = 0

/**
 * @param {import('./scenarios.js').Step} step
 * @param {{ options: import('./options.js').Options, seed: number, id: string, say: (text: string) => void }} run
 * @returns {Promise<Context>}
 */
export async function createContext (step, { options, seed, id, say }) {
  const folder = join(options.folder, 'steps', id)
  // Files of an interrupted run, or of a broken promise.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const own = seedOf(seed, id)
  if (step.database === 'postgresql' && step.ownsServer !== true) server ??= openServer()
  return {
    database: step.database,
    seed: own,
    random: createRandom(own),
    options,
    folder,
    createDatabase: async () => {
      const database = await createDatabase(step.database, { folder, server: await server, name: `cutroom_proof_${++made}` })
      closeLater(database.close)
      return database
    },
    say
  }
}
