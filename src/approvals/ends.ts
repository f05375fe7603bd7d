import { groupBy } from '../basics/group-by.js'
import { systemCaller } from '../core/caller.js'
import type { Transact, Transaction } from '../core/transact.js'
import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { isLinkOpen } from './rows.js'

/**
 * Decisions of guests whose link has ended count no more, unless they approve. Links end by themselves, so that a job
 * tells the index.
 */

export const APPROVALS_JOB = 'approvals'

const AT_ONCE = 100

interface EndedRow {
  readonly id: number
  readonly account_id: number
  readonly asset_id: string
}

/** $1 limit */
const listEnded = statement<EndedRow>('approvals_ended', (sql) => `
  SELECT p.id, p.account_id, p.asset_id FROM approvals AS p
  WHERE p.link_id <> 0 AND p.link_ended = FALSE AND p.status <> 'approved' AND NOT ${isLinkOpen(sql)}
  ORDER BY p.link_id LIMIT $1`)

/** $1 account, $2 JSON list of ids */
const markEnded = statement('approvals_mark_ended', (sql) => `
  UPDATE approvals SET link_ended = TRUE WHERE account_id = $1 AND ${sql.among('id', sql.integers('$2'))}`)

/** $1 account, $2 link */
const markOpen = statement<{ asset_id: string }>('approvals_mark_open', () => `
  UPDATE approvals SET link_ended = FALSE WHERE account_id = $1 AND link_id = $2 AND link_id <> 0 AND link_ended = TRUE
  RETURNING asset_id`)

/** The job: tells the index of decisions whose link has ended. */
export function noteEnds ({ database, transact }: { readonly database: Database, readonly transact: Transact }) {
  return async (signal: AbortSignal, onPiece: () => void): Promise<void> => {
    while (!signal.aborted) {
      const ended = await database.reads.sql.all(listEnded, [AT_ONCE])
      for (const [accountId, rows] of groupBy(ended, (row) => row.account_id)) {
        await transact(systemCaller({ id: accountId, name: '' }), async (tx) => {
          await tx.sql.run(markEnded, [accountId, JSON.stringify(rows.map(({ id }) => id))])
          for (const { asset_id: assetId } of rows) tx.touch('asset', assetId)
        })
        onPiece()
      }
      if (ended.length < AT_ONCE) return
    }
  }
}

/** A link has another end: its decisions may count again, or no more. */
export async function noteOtherEnd (tx: Transaction, linkId: number): Promise<void> {
  const rows = await tx.sql.all(markOpen, [tx.caller.accountId, linkId])
  for (const { asset_id: assetId } of rows) tx.touch('asset', assetId)
  tx.wake(APPROVALS_JOB)
}
