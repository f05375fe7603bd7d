import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { given } from '#proof/harness/failure.js'
import { processor } from '#proof/harness/machine.js'

/** 12,345 or, below a hundred, 12.3; empty for NaN. */
export function figure (value) {
  if (Number.isNaN(value)) return ''
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 })
}

/** A ratio, with the least and the largest of the values whose median it is. */
export function spreadOf (middle, values) {
  return `${middle.toFixed(2)} (${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)})`
}

/**
 * Describes the machine before the run, with the load of other work.
 * @param {import('./databases.js').Databases} databases
 */
export function describeMachine (databases) {
  const date = new Date().toISOString().slice(0, 10)
  return `${processor()}, load ${given(loadavg()[0]).toFixed(1)} before the run; Node ${process.versions.node}; ${databases.version}; ${date}.`
}

/**
 * Prints a report, and writes its figures to the file of `--json`.
 * @param {{ title: string, table: string, notes: string[], figures: object }} report
 * @param {import('./options.js').Options} options
 */
export async function publish ({ title, table, notes, figures }, options) {
  process.stdout.write(`\n### ${title}\n\n${table}\n\n${notes.join('\n')}\n`)
  if (options.json !== undefined) {
    await writeFile(options.json, `${JSON.stringify({ title, notes, ...figures }, null, 2)}\n`)
  }
}
