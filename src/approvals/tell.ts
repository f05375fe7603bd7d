import type { EventOf } from '../core/events/record.js'
import { defineSentences, itemOf, type Detail, type Reason, type ReasonsOf, type Teller, type Told } from '../core/events/teller.js'
import type { Transaction } from '../core/transact.js'
import { statement, type Sql } from '../database/sql.js'
import type { ApprovalRow } from './rows.js'

/** $1 asset, $2 account: approvals of users that another file takes back */
const listDecided = statement<Pick<ApprovalRow, 'id' | 'user_id'>>('approvals_decided', () => `
  SELECT id, user_id FROM approvals WHERE asset_id = $1 AND account_id = $2 AND link_id = 0 AND status <> 'pending'
  ORDER BY id`)

/** $1 account, $2 link, $3 asset: the maker of a link, and who has asked for approvals of an asset */
const listConcerned = statement<{ id: number }>('approvals_concerned', () => `
  SELECT user_id AS id FROM links WHERE account_id = $1 AND id = $2
  UNION SELECT asked_by FROM approvals WHERE account_id = $1 AND asset_id = $3 AND link_id = 0`)

/** $1 account, $2 JSON list of ids */
const listStatuses = statement<Pick<ApprovalRow, 'id' | 'status'> & { guest_name: string | null }>('approvals_statuses', (sql) => `
  SELECT id, status, guest_name FROM approvals WHERE account_id = $1 AND ${sql.among('id', sql.integers('$2'))}`)

type Decided = EventOf<'ASSET_APPROVED' | 'ASSET_REJECTED'>

const decisions: Readonly<Record<string, string>> = { approved: 'has approved', rejected: 'has rejected' }

const sentences = defineSentences({
  approval_asked: (who, title, status) => status === 'pending' ? `${who} asks for your approval of ${title}` : null,
  approval_decided: decided,
  guest_decided: decided,
  new_version: (_who, title, status) =>
    status === 'pending' ? `There is a new version of ${title}, which waits for your approval` : null
})

declare module '../core/events/teller.js' {
  interface Reasons extends ReasonsOf<typeof sentences> {}
}

/** Tells who is asked, who has asked or has made the link, and whose decision another file takes back. */
export const approvalTeller: Teller = {
  whom: {
    ASSET_ADDED_APPROVAL: (_tx, event) => [told(event, [[event.data.approval.user_id, 'approval_asked']])],
    ASSET_APPROVED: ofDecision,
    ASSET_REJECTED: ofDecision,
    ASSET_FINISHED_INGEST: ofNewFile
  },
  about: 'approval',
  sentences,
  atOnce: ['approval_asked'],
  details: statusesOf
}

async function statusesOf (sql: Sql, accountId: number, ids: readonly number[]): Promise<ReadonlyMap<number, Detail>> {
  const rows = await sql.all(listStatuses, [accountId, JSON.stringify(ids)])
  return new Map(rows.map(({ id, status, guest_name: guest }) => [id, { status, ...guest !== null && { who: `${guest} (guest)` } }]))
}

function decided (who: string, title: string, status?: string): string {
  return `${who} ${decisions[status ?? ''] ?? 'has decided on'} ${title}`
}

async function ofDecision ({ sql, caller }: Transaction, event: Decided): Promise<Told[]> {
  const { targets, data: { approval: { guest, author, asked_by: askedBy, link_id: linkId, status } } } = event
  if (!guest) return [{ ...told(event, [[askedBy, 'approval_decided']]), status }]
  const concerned = await sql.all(listConcerned, [caller.accountId, linkId, targets.asset_id])
  return [{ ...told(event, concerned.map(({ id }): Reason => [id, 'guest_decided'])), author, status }]
}

function told (event: Decided | EventOf<'ASSET_ADDED_APPROVAL'>, reasons: readonly Reason[]): Told {
  const { id, text } = event.data.approval
  return { reasons, item: itemOf(event), aboutId: id, text }
}

/** Each approval is told of for itself. */
async function ofNewFile ({ sql, caller }: Transaction, event: EventOf<'ASSET_FINISHED_INGEST'>): Promise<Told[]> {
  if (event.sameFile === true) return []
  const item = itemOf(event)!
  const decided = await sql.all(listDecided, [item.id, caller.accountId])
  return decided.map(({ id, user_id: userId }) =>
    ({ reasons: [[userId, 'new_version']], item, aboutId: id, text: null }))
}
