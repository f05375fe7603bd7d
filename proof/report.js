import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { median } from '#proof/harness/figures.js'
import { processor } from '#proof/harness/machine.js'
import { table } from '#proof/harness/table.js'
import { repeatOf } from './options.js'
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

/** Adds up rows of a scenario and a database with the same title. */
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
        figures: mergeFigures(sum.figures, row.figures)
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

/** Among figures that are not numbers the last one counts. */
function mergeFigures (some = {}, others = {}) {
  const merged = { ...some, ...others }
  for (const name of Object.keys(some)) {
    if (typeof some[name] !== 'number' || typeof others[name] !== 'number') continue
    merged[name] = name.endsWith('at most') ? Math.max(some[name], others[name]) : some[name] + others[name]
  }
  return merged
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
  const seconds = (ms) => `${(ms / 1000).toFixed(2)}`
  return `${seconds(median(times))}, ${seconds(Math.max(...times))} s`
}

/** Figures without a column of their own. */
function remarks (rows) {
  return rows.filter(({ figures }) => Object.keys(figures).length > 0).map(({ scenario, database, what, figures }) =>
    `- ${scenario}: ${what}, ${database}: ${Object.entries(figures).map(([name, value]) => `${name} ${value}`).join('; ')}`)
}

function describeMachine () {
  return `${processor()}; Node ${process.versions.node}; ${new Date().toISOString().slice(0, 10)}`
}
