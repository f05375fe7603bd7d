import { toDatabase } from '../basics/time.js'
import { statement, type Sql } from '../database/sql.js'

/**
 * What processes of the version before write beside this one: notifications have columns of their own for comments and
 * approvals, and messages about approvals their text. A later version drops the columns, and this file.
 */

/** The kind of these messages. */
export const APPROVAL_MESSAGE = 'approval'

/** What a notification `n` is about, in a statement. */
export const aboutType = `COALESCE(n.about_type, CASE WHEN n.comment_id IS NOT NULL THEN 'comment'
    WHEN n.approval_id IS NOT NULL THEN 'approval' END)`
export const aboutId = 'COALESCE(n.about_id, n.comment_id, n.approval_id)'

const removals = {
  comment: removalBy('comment_id'),
  approval: removalBy('approval_id')
}

/** $1 account, $2 JSON list of ids */
function removalBy (column: string) {
  return statement(`notifications_remove_by_${column}`, (sql) => `
  DELETE FROM notifications
  WHERE ${sql.among(column, sql.integers('$2'))} AND ${column} IS NOT NULL AND account_id = $1`)
}

/** $1 user, $2 account, $3 time: those of one transaction, with which a message was written */
const listAskedAt = statement<{ id: number }>('notifications_asked_at', (sql) => `
  SELECT id FROM notifications WHERE created_at = ${sql.moment('$3')} AND user_id = $1 AND account_id = $2
    AND kind = 'approval_asked'`)

export async function removeAboutBefore (sql: Sql, accountId: number, type: string, ids: string): Promise<void> {
  if (type in removals) await sql.run(removals[type as keyof typeof removals], [accountId, ids])
}

/** The ids of the notifications that a message about an approval tells of. */
export async function idsAskedAt (sql: Sql, own: readonly [number, number], time: string): Promise<number[]> {
  return (await sql.all(listAskedAt, [...own, toDatabase(new Date(time))])).map(({ id }) => id)
}
