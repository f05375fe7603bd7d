import { parseArgs } from 'node:util'
import { join, resolve } from 'node:path'
import { RunFailure } from '#proof/harness/failure.js'
import { projectRoot } from '#proof/harness/folders.js'
import { loadScenario, scenarioNames } from './scenarios.js'

const defaultFolder = join(projectRoot, 'data/proof')

/** The text of `--help`. */
export async function usage () {
  const scenarios = await Promise.all(scenarioNames.map(loadScenario))
  const width = Math.max(...scenarioNames.map((name) => name.length))
  const list = scenarios.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`).join('\n')
  return `npm run proof -- [options]

Breaks the service on purpose and reports what was lost. It needs only what npm ci has installed, and touches no
database but its own. Steps that need root, or a missing program, are left out, and the reason is printed.

${list}

  --only LIST       some of these scenarios
  --database KIND   sqlite, postgresql or both (both)
  --quick           everything at a small size, two steps at a time, in some minutes
  --rounds N        kill, teams: rounds on each database (100; with --quick 2); model: ten sequences for each; upgrade:
                    kills in three of ten on PostgreSQL, and in half of them on SQLite
  --minutes N       soak: minutes on each database (60; with --quick 0.05); decimals are allowed
  --size N          scale, teams: number of assets, and all else in proportion (1000000; with --quick 2000); upgrade: five
                    times the number of assets
  --loads TEXT      neighbours, accounts: only loads with this in their names (all)
  --seed N          random choices are the same for the same seed (random)
  --step NAME       only this step; it is printed when a promise breaks
  --anew            do not continue an interrupted run
  --folder DIR      the folder for the state of the run and its databases (data/proof)
  --json FILE       the result for machines (result.json in that folder)
  --help

The same command continues an interrupted run where it was. The exit code is 1 if a promise broke; times are shown, and
no promise depends on them, but for the slowest answer during an upgrade, without --quick.
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
 * @property {string} loads a part of their names
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
 * Reads the command line. Throws RunFailure for unknown options.
 * @param {string[]} args
 * @returns {Options}
 */
export function readOptions (args) {
  const values = parse(args)
  const { quick } = values
  // Started programs work in folders of their own, where a relative path would lead elsewhere.
  const folder = resolve(values.folder ?? defaultFolder)
  return {
    only: values.only === undefined ? scenarioNames : values.only.split(',').map(readScenario),
    databases: readDatabases(values.database ?? 'both'),
    quick,
    rounds: readNumber('rounds', values.rounds ?? (quick ? '2' : '100'), /^[1-9]\d{0,5}$/),
    minutes: readNumber('minutes', values.minutes ?? (quick ? '0.05' : '60'), /^(?!0+(\.0+)?$)\d{1,5}(\.\d+)?$/),
    size: readNumber('size', values.size ?? (quick ? '2000' : '1000000'), /^[1-9]\d{3,7}$/),
    loads: values.loads ?? '',
    seed: values.seed === undefined ? null : readNumber('seed', values.seed, /^\d{1,10}$/),
    step: values.step ?? null,
    anew: values.anew,
    folder,
    json: resolve(values.json ?? join(folder, 'result.json')),
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
        loads: text,
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

/** The command that repeats a step, alone and with the same seed. */
export function repeatOf ({ scenario, database, name }, { quick, rounds, minutes, size, folder }, seed) {
  const place = folder === defaultFolder ? '' : `--folder '${folder}' `
  const settings = `${quick ? '--quick ' : ''}${place}--rounds ${rounds} --minutes ${minutes} --size ${size} --seed ${seed}`
  return `npm run proof -- --only ${scenario} --database ${database} ${settings} --step '${name}'`
}

function readNumber (option, value, pattern) {
  if (!pattern.test(value)) throw new RunFailure(`--${option} ${value} is not possible: see --help`)
  return Number(value)
}
