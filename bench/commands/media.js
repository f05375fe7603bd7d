import { existsSync } from 'node:fs'
import { BenchFailure, ensure } from '../support/failure.js'
import { openDatabases } from '../support/databases.js'
import { describeMachine, publish, table } from '../support/report.js'

/** Each part prints rows of a figure, what it is beside, and what is wanted. */
const parts = {
  ingest: () => import('../media/ingest.js'),
  serve: () => import('../media/serve.js'),
  api: () => import('../media/api.js')
}

/**
 * How fast files come in and go out, and what that costs everything else.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  ensure(existsSync('/proc/self/status'), 'media reads /proc, which is not here')
  const names = options.parts?.split(',') ?? Object.keys(parts)
  const unknown = names.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined) throw new BenchFailure(`--parts ${unknown}: one of ${Object.keys(parts).join(', ')}`)
  const databases = await openDatabases(options)
  const machine = describeMachine(databases)
  const rows = []
  for (const name of names) {
    process.stderr.write(`${name}\n`)
    const { run } = await parts[name]()
    rows.push(...await run(databases, options))
  }
  await publish({
    title: `Files of ${options.mebibytes} MiB, ${databases.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
    table: table(['what', 'figure', 'beside', 'wanted'], rows),
    notes: [machine, 'The service, the sender and whatever asks it for something share the cores. Rates are medians of interleaved rounds. The service hashes what it receives and syncs it to disk; curl alone does neither.'],
    figures: { rows }
  }, options)
}
