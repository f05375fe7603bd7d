import type { Static } from '@sinclair/typebox'
import { calledIn, calledToGuests } from '../access/user-name.js'
import { statement, type Dialect } from '../database/sql.js'
import { approvalOfGuests, type Approval, type Decision } from './schema.js'

/**
 * The status of an asset. A single rejection makes it rejected; otherwise a single pending approval makes it pending.
 */
export const approvalStatuses = ['none', 'rejected', 'pending', 'approved'] as const
export type ApprovalStatus = typeof approvalStatuses[number]

/** An approval, as statements read it. */
export interface ApprovalRow {
  readonly id: number
  /** 0 for a guest. */
  readonly user_id: number
  /** The name of the user, else the e-mail; of a guest the name that was given. */
  readonly author: string
  /** The same without an e-mail: null for a user without a name. */
  readonly name: string | null
  /** The link by which a guest has decided; null for a user. */
  readonly link_id: number | null
  /** 0 for a guest's decision. */
  readonly asked_by: number
  readonly status: 'pending' | Decision
  /** The asker's text while it is pending; afterwards the text of the decision. */
  readonly text: string | null
  readonly created_at: string
  readonly decided_at: string | null
  readonly counts: boolean | number
}

/** Whether the link of a guest's decision `p` has not ended. */
export const isLinkOpen = (sql: Dialect) => `EXISTS (
    SELECT 1 FROM links AS l JOIN users AS maker ON maker.id = l.user_id
    WHERE l.id = p.link_id AND l.expires_at > ${sql.clock(0)} AND maker.disabled_at IS NULL)`

/** Whether an approval `p` counts: that of a guest whose link has ended counts only if it approves. */
export const isCounted = (sql: Dialect) => `(p.link_id = 0 OR p.status = 'approved' OR ${isLinkOpen(sql)})`

const columns = (sql: Dialect) => `p.id, p.user_id, COALESCE(p.guest_name, ${calledIn('u')}, '') AS author,
    COALESCE(p.guest_name, NULLIF(u.name, '')) AS name, NULLIF(p.link_id, 0) AS link_id, p.asked_by, p.status,
    CASE WHEN p.status = 'pending' THEN p.request ELSE p.text END AS text,
    ${sql.milliseconds('p.created_at')} AS created_at, ${sql.milliseconds('p.decided_at')} AS decided_at,
    ${isCounted(sql)} AS counts`
const tables = 'approvals AS p LEFT JOIN users AS u ON u.id = p.user_id'

/** Decisions of guests that are listed: links come and go, and each may have brought twenty. */
const MOST_OF_GUESTS = 1000

/** $1 asset, $2 account: of guests the last ones */
export const listApprovals = statement<ApprovalRow>('approvals_list', (sql) => `
  SELECT ${columns(sql)} FROM ${tables} WHERE p.asset_id = $1 AND p.account_id = $2
    AND (p.link_id = 0 OR p.id IN (SELECT g.id FROM approvals AS g WHERE g.asset_id = $1 AND g.user_id = 0
      ORDER BY g.id DESC LIMIT ${MOST_OF_GUESTS}))
  ORDER BY p.id`)

/** $1 asset, $2 account: those of users */
export const listAsked = statement<ApprovalRow>('approvals_asked', (sql) => `
  SELECT ${columns(sql)} FROM ${tables} WHERE p.asset_id = $1 AND p.account_id = $2 AND p.link_id = 0 ORDER BY p.id`)

/** $1 id, $2 asset, $3 account */
export const findApproval = statement<ApprovalRow>('approvals_find', (sql) => `
  SELECT ${columns(sql)} FROM ${tables} WHERE p.id = $1 AND p.asset_id = $2 AND p.account_id = $3`)

/** $1 asset, $2 account, $3 link, $4 the guest's name without case */
export const findDecision = statement<ApprovalRow>('approvals_find_decision', (sql) => `
  SELECT ${columns(sql)} FROM ${tables}
  WHERE p.asset_id = $1 AND p.account_id = $2 AND p.user_id = 0 AND p.link_id = $3 AND p.guest_key = $4`)

/** $1 asset, $2 account */
export const resetApprovals = statement('approvals_reset', () => `
  UPDATE approvals SET status = 'pending', text = NULL, decided_at = NULL
  WHERE asset_id = $1 AND account_id = $2 AND status <> 'pending'`)

/** $1 account, $2 JSON list of assets */
export const removeApprovalsOfAssets = statement('approvals_remove_of_assets', (sql) => `
  DELETE FROM approvals WHERE account_id = $1 AND ${sql.among('asset_id', sql.strings('$2'))}`)

/** The status of an asset with these approvals. */
export function statusOf (approvals: ReadonlyArray<Pick<ApprovalRow, 'status' | 'counts'>>): ApprovalStatus {
  return statusAmong(approvals.filter(({ counts }) => Boolean(counts)).map(({ status }) => status))
}

/** The same of those that count. */
export function statusAmong (counted: ReadonlyArray<ApprovalRow['status']>): ApprovalStatus {
  if (counted.length === 0) return 'none'
  return (['rejected', 'pending'] as const).find((status) => counted.includes(status)) ?? 'approved'
}

export function presentApproval (row: ApprovalRow): Static<typeof Approval> {
  const { id, user_id: userId, author, link_id: linkId, asked_by: askedBy, status, text } = row
  return {
    id,
    user_id: userId,
    asked_by: askedBy,
    status,
    text,
    created_at: row.created_at,
    decided_at: row.decided_at,
    guest: linkId !== null,
    author,
    link_id: linkId
  }
}

/** The same for guests, who read what guests have written. */
export function presentApprovalToGuests (row: ApprovalRow) {
  const shown = approvalOfGuests.of(presentApproval(row))
  return { ...shown, author: calledToGuests(row), text: shown.guest ? shown.text : null }
}

export function presentApprovals (rows: readonly ApprovalRow[]) {
  return { approvals: rows.map(presentApproval), status: statusOf(rows) }
}
