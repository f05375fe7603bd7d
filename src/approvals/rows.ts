import { statement, type Dialect } from '../database/sql.js'

export const decisions = ['approved', 'rejected'] as const
export type Decision = typeof decisions[number]

/**
 * The status of an asset. A single rejection makes it rejected; otherwise a single pending approval makes it pending.
 */
export const approvalStatuses = ['none', 'rejected', 'pending', 'approved'] as const
export type ApprovalStatus = typeof approvalStatuses[number]

/** An approval, as statements read it. */
export interface ApprovalRow {
  readonly id: number
  readonly user_id: number
  readonly asked_by: number
  readonly status: 'pending' | Decision
  /** The asker's text while it is pending; afterwards the text of the decision. */
  readonly text: string | null
  readonly created_at: string
  readonly decided_at: string | null
}

const columns = (sql: Dialect) => `id, user_id, asked_by, status,
    CASE WHEN status = 'pending' THEN request ELSE text END AS text,
    ${sql.milliseconds('created_at')} AS created_at, ${sql.milliseconds('decided_at')} AS decided_at`

/** $1 asset, $2 account */
export const listApprovals = statement('approvals_list', (sql) => `
  SELECT ${columns(sql)} FROM approvals WHERE asset_id = $1 AND account_id = $2 ORDER BY id`)

/** $1 id, $2 asset, $3 account */
export const findApproval = statement('approvals_find', (sql) => `
  SELECT ${columns(sql)} FROM approvals WHERE id = $1 AND asset_id = $2 AND account_id = $3`)

/** $1 asset, $2 account */
export const resetApprovals = statement('approvals_reset', () => `
  UPDATE approvals SET status = 'pending', text = NULL, decided_at = NULL
  WHERE asset_id = $1 AND account_id = $2 AND status <> 'pending'`)

/** $1 account, $2 JSON list of assets */
export const removeApprovalsOfAssets = statement('approvals_remove_of_assets', (sql) => `
  DELETE FROM approvals WHERE account_id = $1 AND ${sql.among('asset_id', sql.strings('$2'))}`)

/** The status of an asset with these approvals. */
export function statusOf (approvals: ReadonlyArray<Pick<ApprovalRow, 'status'>>): ApprovalStatus {
  if (approvals.length === 0) return 'none'
  return (['rejected', 'pending'] as const).find((status) => approvals.some((each) => each.status === status)) ?? 'approved'
}

export function presentApproval (row: ApprovalRow) {
  const { id, user_id: userId, asked_by: askedBy, status, text } = row
  return {
    id,
    user_id: userId,
    asked_by: askedBy,
    status,
    text,
    created_at: row.created_at,
    decided_at: row.decided_at
  }
}

export function presentApprovals (rows: readonly ApprovalRow[]) {
  return { approvals: rows.map(presentApproval), status: statusOf(rows) }
}
