import { openDatabases } from '../support/databases.js'
import { BenchFailure } from '../support/failure.js'
import { describeMachine, publish, table } from '../support/report.js'

/** Each part prints rows of a figure, what it means and what it must reach. */
const parts = {
  backlog: () => import('../webhooks/backlog.js'),
  latency: () => import('../webhooks/latency.js'),
  hanging: () => import('../webhooks/hanging.js'),
  writes: () => import('../webhooks/writes.js'),
  restart: () => import('../webhooks/restart.js'),
  pending: () => import('../webhooks/pending.js')
}

/**
 * How webhooks are delivered, and what that costs everything else.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
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
    title: `Webhooks, ${databases.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
    table: table(['what', 'figure', 'beside', 'wanted'], rows),
    notes: [machine, 'The service, the receiver and whatever sends requests share the cores.'],
    figures: { rows }
  }, options)
}
