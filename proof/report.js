import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { dirname } from 'node:path'
import { table } from '#proof/harness/table.js'
import { builtCommit } from './state.js'

/**
 * Prints the table, and writes the result for machines.
 * @param {ReturnType<import('./state.js').openState>} state
 * @param {import('./options.js').Options} options
 * @returns {Promise<boolean>} whether every promise was kept
 */
export async function report (state, options) {
  const rows = addUp(state.done)
  const broken = state.done.filter(({ rows }) => rows.some((row) => row.broken.length > 0))
  const machine = describeMachine()
  const repeats = broken.map((step) => ({
    step: step.name,
    broken: step.rows.flatMap((row) => row.broken),
    repeat: repeatOf(step, options, state.seed)
  }))
  mkdirSync(dirname(options.json), { recursive: true })
  writeFileSync(options.json, `${JSON.stringify({
    startedAt: state.startedAt,
    finishedAt: new Date().toISOString(),
    commit: builtCommit(),
    machine,
    seed: state.seed,
    quick: options.quick,
    kept: broken.length === 0,
    broken: repeats,
    rows,
    steps: state.done
  }, null, 2)}\n`)
  process.stdout.write([
    '',
    table(['what', 'database', 'times', 'acknowledged', 'lost', 'broken', 'first answer', 'first delivery'], rows.map(cells)),
    '',
    ...remarks(rows),
    `${machine}. Seed ${state.seed}. Times are the median and the longest, and decide nothing.`,
    ...repeats.map(({ step, repeat }) => `BROKEN in ${step}; repeat it: ${repeat}`),
    `${broken.length === 0 ? 'Every promise was kept' : 'Promises broke'}; for machines: ${options.json}`,
    ''
  ].join('\n'))
  return broken.length === 0
}

/** The command that repeats a step, alone and with the same seed. */
export function repeatOf ({ scenario, database, name }, { quick, rounds, minutes, size }, seed) {
  const settings = `${quick ? '--quick ' : ''}--rounds ${rounds} --minutes ${minutes} --size ${size} --seed ${seed}`
  return `npm run proof -- --only ${scenario} --database ${database} ${settings} --step '${name}'`
}

/** Rows of a scenario and a database that say the same become one. */
function addUp (done) {
  const rows = new Map()
  for (const { scenario, database, rows: some } of done) {
    for (const row of some) {
      const key = `${scenario} ${database} ${row.what}`
      const sum = rows.get(key) ?? { scenario, database, what: row.what, times: 0, broken: [] }
      rows.set(key, {
        ...sum,
        times: sum.times + row.times,
        broken: [...sum.broken, ...row.broken],
        ...addNumbers(sum, row),
        ...addLists(sum, row),
        figures: { ...sum.figures, ...row.figures }
      })
    }
  }
  return [...rows.values()]
}

function addNumbers (sum, row) {
  return Object.fromEntries(['acknowledged', 'lost'].filter((name) => (row[name] ?? sum[name]) !== undefined)
    .map((name) => [name, (sum[name] ?? 0) + (row[name] ?? 0)]))
}

function addLists (sum, row) {
  return Object.fromEntries(['answerMs', 'deliveryMs'].filter((name) => (row[name] ?? sum[name]) !== undefined)
    .map((name) => [name, [...sum[name] ?? [], ...row[name] ?? []]]))
}

function cells ({ scenario, what, database, times, acknowledged, lost, broken, answerMs, deliveryMs }) {
  const count = (number) => number === undefined ? '' : number.toLocaleString('en-US')
  return [
    `${scenario}: ${what}`, database, count(times), count(acknowledged), count(lost), count(broken.length),
    spread(answerMs), spread(deliveryMs)
  ]
}

function spread (times) {
  if (times === undefined || times.length === 0) return ''
  const sorted = times.toSorted((a, b) => a - b)
  const seconds = (ms) => `${(ms / 1000).toFixed(2)}`
  return `${seconds(sorted[Math.floor(sorted.length / 2)])}, ${seconds(sorted.at(-1))} s`
}

/** What has no column of its own. */
function remarks (rows) {
  return rows.filter(({ figures }) => Object.keys(figures).length > 0).map(({ scenario, database, what, figures }) =>
    `- ${scenario}: ${what}, ${database}: ${Object.entries(figures).map(([name, value]) => `${name} ${value}`).join('; ')}`)
}

function describeMachine () {
  const [{ model } = { model: 'unknown processor' }] = cpus()
  return `${model.trim()}, ${availableParallelism()} cores; Node ${process.versions.node}; ${new Date().toISOString().slice(0, 10)}`
}
