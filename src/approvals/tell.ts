import type { RecordedEvent } from '../core/events/record.js'
import { itemOf, type Reason, type Teller, type Told } from '../core/events/teller.js'
import type { Transaction } from '../core/transact.js'
import { statement } from '../database/sql.js'
import type { ApprovalRow } from './rows.js'

/** $1 asset, $2 account: approvals that another file takes back */
const listDecided = statement('approvals_decided', () => `
  SELECT id, user_id FROM approvals WHERE asset_id = $1 AND account_id = $2 AND status <> 'pending' ORDER BY id`)

/** Tells who is asked, who has asked, and whose decision another file takes back. */
export const approvalTeller: Teller = {
  ASSET_ADDED_APPROVAL: told(({ user_id: userId }) => [userId, 'approval_asked']),
  ASSET_APPROVED: told(({ asked_by: askedBy }) => [askedBy, 'approval_decided']),
  ASSET_REJECTED: told(({ asked_by: askedBy }) => [askedBy, 'approval_decided']),
  ASSET_FINISHED_INGEST: ofNewFile
}

function told (reasonOf: (approval: ApprovalRow) => Reason) {
  return (_tx: Transaction, event: RecordedEvent): Told[] => {
    const { approval } = event.data as unknown as { approval: ApprovalRow }
    const about = { type: 'approval', id: approval.id }
    return [{ reasons: [reasonOf(approval)], item: itemOf(event), about, text: approval.text }]
  }
}

/** Each approval is told of for itself. */
async function ofNewFile ({ sql, caller }: Transaction, event: RecordedEvent): Promise<Told[]> {
  const item = itemOf(event)!
  const decided = await sql.all<Pick<ApprovalRow, 'id' | 'user_id'>>(listDecided, [item.id, caller.accountId])
  return decided.map(({ id, user_id: userId }) =>
    ({ reasons: [[userId, 'new_version']], item, about: { type: 'approval', id }, text: null }))
}
