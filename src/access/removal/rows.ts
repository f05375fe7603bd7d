import { HOUR_MS } from '../../basics/units.js'
import { statement, type Sql } from '../../database/sql.js'
import type { Claim, WorkRow } from '../../work/claims/claim.js'
import { dueRows } from '../../work/claims/due-rows.js'
import { emailKey } from '../email.js'
import { isRemovedEmail } from './shown.js'

/** The removal of a user until all is given away. Its user is who removes, 0 for the operator. */
export interface RemovalRow extends WorkRow {
  readonly removed_id: number
  /** What the user had. */
  readonly email: string
  readonly heir_id: number | null
  readonly created_at: string
}

export type RemovalClaim = Claim<RemovalRow>

/** The longest time for all that a user leaves: a million items take minutes. */
const LONGEST_MS = 6 * HOUR_MS

export const removalRows = dueRows<RemovalRow>({
  table: 'user_removals',
  columns: (sql) => `id, account_id, user_id, removed_id, email, heir_id, ${sql.milliseconds('created_at')} AS created_at`,
  longestMs: LONGEST_MS
})

/** $1 id, $2 account, $3 token */
export const endRemoval = statement('user_removals_end', () =>
  'DELETE FROM user_removals WHERE id = $1 AND account_id = $2 AND lease_token = $3')

/** $1 key of the e-mail */
const findKept = statement('user_removals_of_email', () => 'SELECT id FROM user_removals WHERE email_key = $1')

/** Whether an e-mail was that of a user whose removal is under way, or is that of a removed user. */
export async function isEmailKept (sql: Sql, email: string): Promise<boolean> {
  return isRemovedEmail(email) || await sql.first(findKept, [emailKey(email)]) !== undefined
}
