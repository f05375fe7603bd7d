import { record } from '../../core/events/record.js'
import type { Release } from '../../core/release.js'
import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import { toMilliseconds } from '../../basics/time.js'
import { releaseOfWebhooks } from './deliveries.js'
import { openRun, runEvent } from './open.js'
import { removalsOf } from './removals.js'

/** $1 account, $2 JSON list of items */
const listBegun = statement<{ id: string }>('action_runs_begun_of_items', (sql) => `
  SELECT id FROM action_runs WHERE account_id = $1 AND status = 'running' AND ${sql.among('item_id', sql.strings('$2'))}
  ORDER BY id`)

/** $1 account, $2 JSON list of items */
const removals = removalsOf('of_items', (sql) =>
  `SELECT id FROM action_runs WHERE +account_id = $1 AND ${sql.among('item_id', sql.strings('$2'))}`)

/** Purging an item cancels its runs, and removes them. */
export const runRelease: Release = {
  async before (tx, _type, items) {
    const ids = JSON.stringify(items.map(({ id }) => id))
    for (const { id } of await tx.sql.all(listBegun, [tx.caller.accountId, ids])) await cancelBegun(tx, id)
    for (const removal of removals) await tx.sql.run(removal, [tx.caller.accountId, ids])
  },
  ofDomain: releaseOfWebhooks
}

/** The run is about to go: only its event is left of it. */
async function cancelBegun (tx: Transaction, id: string): Promise<void> {
  const run = await openRun(tx, id)
  if (run === null) return
  const row = { ...run.row, status: 'cancelled' as const, finished_at: toMilliseconds(tx.time) }
  await record(tx, runEvent('COMPLETED', { ...run, row }))
}
