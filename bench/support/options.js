import { parseArgs } from 'node:util'
import { RunFailure } from '#proof/harness/failure.js'
import { scenarios } from './scenarios.js'

export const usage = `npm run bench -- [subcommand] [options]

  compare   (the default) the service beside a bare reference, in interleaved rounds
  moving    how fast imports and exports are
  search    how long searches take, and how long building their index takes
  start     how soon npm start serves and the service is ready, and what it needs while idle
  media     how fast files are received, by URL and by upload, and served
  webhooks  how fast webhooks are delivered, and what that costs others

  --mebibytes N     media: the size of a file (1024)
  --postgres        on PostgreSQL: one that is started for the run, or the server of BENCH_DATABASE_URL
  --seconds N       of a round (5)
  --rounds N        rounds of each measurement (5)
  --warmup N        seconds before the first round that do not count (3)
  --connections N   concurrent connections (32)
  --only LIST       some of ${scenarios.map(({ name }) => name).join(',')}
  --assets LIST     numbers of assets (moving: 100000; search: 1000,100000)
  --webhooks N      webhooks: how many want each event in the part writes (3)
  --parts LIST      webhooks: some of backlog,writes; media: some of ingest,serve,uploads; moving: some of import,export
  --json FILE       writes the figures of every round to a file
  --profile NAME    writes a processor profile of the service in one of these, and prints the functions that take the time
  --help
`

/**
 * @typedef {object} Options
 * @property {boolean} postgres
 * @property {number} seconds of a round
 * @property {number | undefined} rounds
 * @property {number} warmup in seconds
 * @property {number} connections
 * @property {number} mebibytes of a file
 * @property {number} webhooks that want each event
 * @property {import('./scenarios.js').Scenario[]} scenarios
 * @property {number[] | undefined} assets
 * @property {string | undefined} parts
 * @property {string | undefined} json
 * @property {import('./scenarios.js').Scenario | undefined} profile
 * @property {boolean} help
 */

/**
 * Reads the command line. Throws RunFailure for unknown options.
 * @param {string[]} args
 * @param {string[]} commandNames
 * @returns {{ name: string, options: Options }}
 */
export function readOptions (args, commandNames) {
  const { values, positionals } = parse(args)
  const [name = values.profile === undefined ? 'compare' : 'profile', ...rest] = positionals
  if (!commandNames.includes(name)) {
    throw new RunFailure(`there is no subcommand ${name}: one of ${commandNames.join(', ')}`)
  }
  if (rest.length > 0) throw new RunFailure(`${rest.join(' ')}: one subcommand at a time`)
  return {
    name,
    options: {
      postgres: values.postgres,
      help: values.help,
      parts: values.parts,
      json: values.json,
      seconds: readCount('seconds', values.seconds),
      warmup: readCount('warmup', values.warmup),
      connections: readCount('connections', values.connections),
      mebibytes: readCount('mebibytes', values.mebibytes),
      webhooks: readCount('webhooks', values.webhooks),
      rounds: values.rounds === undefined ? undefined : readCount('rounds', values.rounds),
      assets: values.assets?.split(',').map((text) => readCount('assets', text)),
      scenarios: values.only === undefined
        ? scenarios
        : values.only.split(',').map((text) => readScenario('only', text)),
      profile: values.profile === undefined ? undefined : readScenario('profile', values.profile)
    }
  }
}

const text = /** @type {const} */ ({ type: 'string', multiple: false })
const flag = /** @type {const} */ ({ type: 'boolean', multiple: false, default: false })
/** @param {string} value unless another is given */
const count = (value) => ({ ...text, default: value })

const known = {
  postgres: flag,
  help: flag,
  rounds: text,
  only: text,
  assets: text,
  parts: text,
  json: text,
  profile: text,
  seconds: count('5'),
  warmup: count('3'),
  connections: count('32'),
  mebibytes: count('1024'),
  webhooks: count('3')
}

/** @param {string[]} args */
function parse (args) {
  try {
    return parseArgs({ args, allowPositionals: true, options: known })
  } catch (error) {
    throw new RunFailure(error.message)
  }
}

/**
 * @param {string} option
 * @param {string} text
 */
function readCount (option, text) {
  const count = Number(text)
  if (!/^\d{1,9}$/.test(text) || (count === 0 && option !== 'warmup')) {
    throw new RunFailure(`--${option} must be a whole number, not ${text}`)
  }
  return count
}

/**
 * @param {string} option
 * @param {string} name
 */
function readScenario (option, name) {
  const scenario = scenarios.find((scenario) => scenario.name === name)
  if (scenario === undefined) {
    throw new RunFailure(`--${option} ${name}: one of ${scenarios.map(({ name }) => name).join(', ')}`)
  }
  return scenario
}
