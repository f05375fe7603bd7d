import { openDatabases } from './databases.js'
import { RunFailure, given } from '#proof/harness/failure.js'
import { table } from '#proof/harness/table.js'
import { describeMachine, publish } from './report.js'

/**
 * Runs the parts of a subcommand that `--parts` names, or all, one after the other, and prints one table.
 * @param {Record<string, () => Promise<{ run: (databases: import('./databases.js').Databases, options:
 * import('./options.js').Options) => Promise<string[][]> }>>} parts
 *   each gives rows: what is measured, its figure, the figure to compare it with, and the wanted one
 * @param {{ title: string, note: string }} report
 * @param {import('./options.js').Options} options
 */
export async function runParts (parts, { title, note }, options) {
  const names = options.parts?.split(',') ?? Object.keys(parts)
  const unknown = names.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined) throw new RunFailure(`--parts ${unknown}: one of ${Object.keys(parts).join(', ')}`)
  const databases = await openDatabases(options)
  const machine = describeMachine(databases)
  const rows = []
  for (const name of names) {
    process.stderr.write(`${name}\n`)
    const { run } = await given(parts[name])()
    rows.push(...await run(databases, options))
  }
  await publish({
    title: `${title}, ${databases.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
    table: table(['what', 'figure', 'beside', 'wanted'], rows),
    notes: [machine, note],
    figures: { rows }
  }, options)
}
