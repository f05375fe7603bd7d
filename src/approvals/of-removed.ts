import { releaseThings, type ReleaseOfRemoved } from '../core/release.js'
import type { Transaction } from '../core/transact.js'
import { statement } from '../database/sql.js'

const AT_ONCE = 200

interface AskedRow {
  readonly id: number
  readonly asset_id: string
}

/** $1 user, $2 account: the first that wait for the user */
const firstPending = statement<AskedRow>('approvals_first_pending', () => `
  SELECT id, asset_id FROM approvals WHERE user_id = $1 AND status = 'pending' AND account_id = $2 ORDER BY id
    LIMIT ${AT_ONCE}`)

/** $1 asset, $2 account: those of removed users */
const ofRemovedUsers = statement<AskedRow>('approvals_of_removed_users', () => `
  SELECT p.id, p.asset_id FROM approvals AS p JOIN users AS u ON u.id = p.user_id
  WHERE p.asset_id = $1 AND p.account_id = $2 AND u.removed_at IS NOT NULL`)

/** $1 account, $2 JSON list of ids */
const remove = statement('approvals_remove', (sql) => `
  DELETE FROM approvals WHERE account_id = $1 AND ${sql.among('id', sql.integers('$2'))}`)

/** Nobody waits for what a removed user would decide. What the user has decided stays. */
export const approvalsOfRemoved: ReleaseOfRemoved = {
  async inPieces (tx, { id: userId }) {
    const rows = await tx.sql.all(firstPending, [userId, tx.caller.accountId])
    await removeAll(tx, rows)
    return rows.length
  }
}

/** What removed users have decided about the file before says nothing of another one. */
export async function removeOfRemovedUsers (tx: Transaction, assetId: string): Promise<void> {
  await removeAll(tx, await tx.sql.all(ofRemovedUsers, [assetId, tx.caller.accountId]))
}

async function removeAll (tx: Transaction, rows: readonly AskedRow[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await releaseThings(tx, 'approval', ids)
  await tx.sql.run(remove, [tx.caller.accountId, JSON.stringify(ids)])
  for (const { asset_id: assetId } of rows) tx.touch('asset', assetId)
}
