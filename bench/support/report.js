import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { given } from '#proof/harness/failure.js'

/** 12,345 or, below a hundred, 12.3; nothing for what could not be measured. */
export function figure (value) {
  if (Number.isNaN(value)) return ''
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 })
}

/** A ratio, with the least and the largest of what it is the median of. */
export function spreadOf (middle, values) {
  return `${middle.toFixed(2)} (${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)})`
}

/**
 * Notes the machine as it is before the run: other work on it shows in the load.
 * @param {import('./databases.js').Databases} databases
 */
export function describeMachine (databases) {
  const [{ model } = { model: 'unknown processor' }] = cpus()
  const date = new Date().toISOString().slice(0, 10)
  return `${model.trim()}, ${availableParallelism()} cores, load ${given(loadavg()[0]).toFixed(1)} before the run; Node ${process.versions.node}; ${databases.version}; ${date}.`
}

/**
 * Prints a report, and writes its figures where `--json` says.
 * @param {{ title: string, table: string, notes: string[], figures: object }} report
 * @param {import('./options.js').Options} options
 */
export async function publish ({ title, table, notes, figures }, options) {
  process.stdout.write(`\n### ${title}\n\n${table}\n\n${notes.join('\n')}\n`)
  if (options.json !== undefined) {
    await writeFile(options.json, `${JSON.stringify({ title, notes, ...figures }, null, 2)}\n`)
  }
}
