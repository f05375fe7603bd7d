import { given } from '#proof/harness/failure.js'

/**
 * @typedef {'sqlite' | 'postgresql'} Kind of database
 */

/**
 * @typedef {object} Scenario one way of breaking the service: what each file in scenarios/ exports
 * @property {string} name
 * @property {string} description in one line, for `--help`
 * @property {(options: import('./options.js').Options) => Step[]} steps what it does. Each step is done on its own and
 * needs no other, so that an interrupted run goes on with the next, and one that broke a promise can be repeated alone
 */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {Kind} database
 * @property {boolean} [ownsServer] whether it starts a PostgreSQL of its own, as it breaks it
 * @property {() => Promise<string | null> | string | null} [needs] why it cannot be done here; null where it can
 * @property {(context: import('./context.js').Context) => Promise<Row[]>} run what it throws is a promise that broke
 */

/**
 * @typedef {object} Row what came of it. Rows of a scenario that have the same `what` and database are added up
 * @property {string} what was done
 * @property {number} times how often
 * @property {number} [acknowledged] writes that were confirmed meanwhile
 * @property {number} [lost] of them, or of their events, are missing
 * @property {string[]} broken a sentence for each promise that broke
 * @property {number[]} [answerMs] after each time, from the start to the first answer
 * @property {number[]} [deliveryMs] and to the first delivery
 * @property {Record<string, number | string>} [figures] what else was measured. Nothing follows from it
 */

/** In the order in which they are run. */
const files = {
  kill: () => import('./scenarios/kill.js'),
  databases: () => import('./scenarios/databases.js'),
  soak: () => import('./scenarios/soak.js'),
  scale: () => import('./scenarios/scale.js'),
  model: () => import('./scenarios/model.js'),
  neighbours: () => import('./scenarios/neighbours.js'),
  clock: () => import('./scenarios/clock.js')
}

export const scenarioNames = Object.keys(files)

/**
 * @param {string} name one of `scenarioNames`
 * @returns {Promise<Scenario>}
 */
export async function loadScenario (name) {
  return given(files[name])()
}
