import { given } from '#proof/harness/failure.js'

/**
 * @typedef {'sqlite' | 'postgresql'} Kind of database
 */

/**
 * @typedef {object} Scenario a way of breaking the service: the exports of a file in scenarios/
 * @property {string} name
 * @property {string} description one line for `--help`
 * @property {(options: import('./options.js').Options) => Step[]} steps The steps are independent, so that an
 * interrupted run continues with the next one, and a step that broke a promise can be repeated alone
 */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {Kind} database
 * @property {boolean} [ownsServer] whether it starts a PostgreSQL of its own, which it breaks
 * @property {() => Promise<string | null> | string | null} [needs] why it is not possible here; null if it is
 * @property {(context: import('./context.js').Context) => Promise<Row[]>} run an exception counts as a broken promise
 */

/**
 * @typedef {object} Row a result. Rows of a scenario with the same `what` and database are added up
 * @property {string} what title
 * @property {number} times number of repetitions
 * @property {number} [acknowledged] writes that were confirmed
 * @property {number} [lost] those that are missing, or whose events are
 * @property {string[]} broken a sentence for each promise that broke
 * @property {number[]} [answerMs] for each repetition, from the start to the first answer
 * @property {number[]} [deliveryMs] from the start to the first delivery
 * @property {Record<string, number | string>} [figures] other measurements. No promise depends on them
 */

/** In the order of execution. */
const files = {
  kill: () => import('./scenarios/kill.js'),
  databases: () => import('./scenarios/databases.js'),
  soak: () => import('./scenarios/soak.js'),
  scale: () => import('./scenarios/scale.js'),
  model: () => import('./scenarios/model.js'),
  neighbours: () => import('./scenarios/neighbours.js'),
  accounts: () => import('./scenarios/accounts.js'),
  clock: () => import('./scenarios/clock.js'),
  upgrade: () => import('./scenarios/upgrade.js'),
  teams: () => import('./scenarios/teams.js')
}

export const scenarioNames = Object.keys(files)

/**
 * @param {string} name one of `scenarioNames`
 * @returns {Promise<Scenario>}
 */
export async function loadScenario (name) {
  return given(files[name])()
}
