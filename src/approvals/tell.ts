import type { RecordedEvent } from '../core/events/record.js'
import { itemOf, type Detail, type Reason, type Teller, type Told } from '../core/events/teller.js'
import type { Transaction } from '../core/transact.js'
import { statement, type Sql } from '../database/sql.js'
import type { ApprovalRow } from './rows.js'

/** $1 asset, $2 account: approvals that another file takes back */
const listDecided = statement('approvals_decided', () => `
  SELECT id, user_id FROM approvals WHERE asset_id = $1 AND account_id = $2 AND status <> 'pending' ORDER BY id`)

/** $1 account, $2 JSON list of ids */
const listStatuses = statement('approvals_statuses', (sql) => `
  SELECT id, status FROM approvals WHERE account_id = $1 AND ${sql.among('id', sql.integers('$2'))}`)

const decisions: Readonly<Record<string, string>> = { approved: 'has approved', rejected: 'has rejected' }

/** Tells who is asked, who has asked, and whose decision another file takes back. */
export const approvalTeller: Teller = {
  whom: {
    // Those who are asked get a message of its own: message.ts.
    ASSET_ADDED_APPROVAL: told(({ user_id: userId }) => [userId, 'approval_asked'], true),
    ASSET_APPROVED: told(({ asked_by: askedBy }) => [askedBy, 'approval_decided']),
    ASSET_REJECTED: told(({ asked_by: askedBy }) => [askedBy, 'approval_decided']),
    ASSET_FINISHED_INGEST: ofNewFile
  },
  sentences: {
    approval_asked: (who, title) => `${who} asks for your approval of ${title}`,
    approval_decided: (who, title, status) => `${who} ${decisions[status ?? ''] ?? 'has decided on'} ${title}`,
    new_version: (_who, title) => `There is a new version of ${title}, which waits for your approval`
  },
  details: statusesOf
}

async function statusesOf (sql: Sql, accountId: number, ids: readonly number[]): Promise<ReadonlyMap<number, Detail>> {
  const rows = await sql.all<Pick<ApprovalRow, 'id' | 'status'>>(listStatuses, [accountId, JSON.stringify(ids)])
  return new Map(rows.map(({ id, status }) => [id, { status }]))
}

function told (reasonOf: (approval: ApprovalRow) => Reason, hasMail = false) {
  return (_tx: Transaction, event: RecordedEvent): Told[] => {
    const { approval } = event.data as unknown as { approval: ApprovalRow }
    const about = { type: 'approval', id: approval.id }
    return [{ reasons: [reasonOf(approval)], item: itemOf(event), about, text: approval.text, hasMail }]
  }
}

/** Each approval is told of for itself. */
async function ofNewFile ({ sql, caller }: Transaction, event: RecordedEvent): Promise<Told[]> {
  const item = itemOf(event)!
  const decided = await sql.all<Pick<ApprovalRow, 'id' | 'user_id'>>(listDecided, [item.id, caller.accountId])
  return decided.map(({ id, user_id: userId }) =>
    ({ reasons: [[userId, 'new_version']], item, about: { type: 'approval', id }, text: null }))
}
