import { parseArgs } from 'node:util'
import { join } from 'node:path'
import { RunFailure } from '#proof/harness/failure.js'
import { projectRoot } from '#proof/harness/folders.js'
import { loadScenario, scenarioNames } from './scenarios.js'

/** What `--help` prints. */
export async function usage () {
  const scenarios = await Promise.all(scenarioNames.map(loadScenario))
  const width = Math.max(...scenarioNames.map((name) => name.length))
  const list = scenarios.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`).join('\n')
  return `npm run proof -- [options]

Breaks the service on purpose and says what was lost. It needs nothing but what npm ci has installed, and touches no
database but its own. What needs root, or a program that is not there, is left out, and the reason is printed.

${list}

  --only LIST       some of these
  --database KIND   sqlite, postgresql or both (both)
  --quick           everything in small, in some minutes
  --rounds N        kill: how often on each database (100; with --quick 2); model: ten sequences for each
  --minutes N       soak: how long on each database (60; with --quick 0.1); decimals are allowed
  --size N          scale: so many assets, and all else in proportion (1000000; with --quick 2000)
  --seed N          what happens by chance happens alike for the same seed (by chance)
  --step NAME       only this step: it is printed where a promise broke
  --anew            do not go on with a run that was interrupted
  --folder DIR      where the state of the run and its databases are (data/proof)
  --json FILE       the result for machines (result.json in that folder)
  --help

An interrupted run goes on where it was when it is started again with the same options. The exit code is 1 where a
promise broke; times are shown and decide nothing.
`
}

/**
 * @typedef {object} Options
 * @property {string[]} only scenarios
 * @property {import('./scenarios.js').Kind[]} databases
 * @property {boolean} quick
 * @property {number} rounds
 * @property {number} minutes
 * @property {number} size
 * @property {number | null} seed
 * @property {string | null} step
 * @property {boolean} anew
 * @property {string} folder
 * @property {string} json
 * @property {boolean} help
 */

const text = /** @type {const} */ ({ type: 'string', multiple: false })
const flag = /** @type {const} */ ({ type: 'boolean', multiple: false, default: false })

/**
 * Reads the command line. Throws RunFailure for what it does not know.
 * @param {string[]} args
 * @returns {Options}
 */
export function readOptions (args) {
  const values = parse(args)
  const { quick } = values
  const folder = values.folder ?? join(projectRoot, 'data/proof')
  return {
    only: values.only === undefined ? scenarioNames : values.only.split(',').map(readScenario),
    databases: readDatabases(values.database ?? 'both'),
    quick,
    rounds: readNumber('rounds', values.rounds ?? (quick ? '2' : '100'), /^[1-9]\d{0,5}$/),
    minutes: readNumber('minutes', values.minutes ?? (quick ? '0.1' : '60'), /^(?!0+(\.0+)?$)\d{1,5}(\.\d+)?$/),
    size: readNumber('size', values.size ?? (quick ? '2000' : '1000000'), /^[1-9]\d{3,7}$/),
    seed: values.seed === undefined ? null : readNumber('seed', values.seed, /^\d{1,10}$/),
    step: values.step ?? null,
    anew: values.anew,
    folder,
    json: values.json ?? join(folder, 'result.json'),
    help: values.help
  }
}

/** @param {string[]} args */
function parse (args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        only: text,
        database: text,
        quick: flag,
        rounds: text,
        minutes: text,
        size: text,
        seed: text,
        step: text,
        anew: flag,
        folder: text,
        json: text,
        help: flag
      }
    })
    return values
  } catch (error) {
    throw new RunFailure(error.message)
  }
}

function readScenario (name) {
  if (!scenarioNames.includes(name)) throw new RunFailure(`--only ${name}: one of ${scenarioNames.join(', ')}`)
  return name
}

/** @returns {import('./scenarios.js').Kind[]} */
function readDatabases (kind) {
  if (kind === 'both') return ['sqlite', 'postgresql']
  if (kind === 'sqlite' || kind === 'postgresql') return [kind]
  throw new RunFailure(`--database ${kind}: one of sqlite, postgresql, both`)
}

function readNumber (option, value, pattern) {
  if (!pattern.test(value)) throw new RunFailure(`--${option} ${value} is not possible: see --help`)
  return Number(value)
}
