import type { ReasonKind } from '../core/events/teller.js'
import type { Transaction } from '../core/transact.js'
import { statement } from '../database/sql.js'
import { MOST_OF_USER } from './rows.js'

/** Of too many notifications, those with these reasons go first, in this order: anybody may cause thousands of them. */
const reasonsThatGoFirst: ReadonlyArray<readonly ReasonKind[]> = [
  ['comment', 'guest_comment', 'guest_files', 'arrival_failed'], ['reply'], ['guest_decided']
]

/** $1 account, $2 JSON list of users: those who have too many, and how many */
const findCrowded = statement<{ user_id: number, excess: number }>('notifications_crowded', (sql) => `
  SELECT user_id, COUNT(*) - ${MOST_OF_USER} AS excess FROM notifications
  WHERE ${sql.among('user_id', sql.integers('$2'))} AND account_id = $1
  GROUP BY user_id HAVING COUNT(*) > ${MOST_OF_USER} ORDER BY user_id`)

/** $1 user, $2 account, $3 limit: the oldest, of a reason or of all */
const oldest = (condition = '') =>
  `SELECT id FROM notifications WHERE user_id = $1 AND account_id = $2 ${condition} ORDER BY id LIMIT $3`

const remove = (name: string, which: string) => statement<{ id: number }>(`notifications_remove_${name}`, (sql) => `
  DELETE FROM notifications WHERE ${sql.among('id', which)} RETURNING id`)

/** Those of several reasons are looked for one reason at a time, as the index has them. */
const removals = [
  ...reasonsThatGoFirst.map((kinds) => remove(kinds[0]!, `
    SELECT id FROM (${kinds.map((kind) => `
      SELECT id FROM (${oldest(`AND kind = '${kind}'`)}) AS ${kind}_first`).join(' UNION ALL')}
    ) AS first_ones ORDER BY id LIMIT $3`)),
  remove('oldest', oldest())
]

/**
 * Removes the notifications that some users have too many. What anybody may cause by the thousand goes first, and takes
 * the place of nothing else. Returns the ids of what was removed, which may be new.
 */
export async function removeExcess (
  { sql, caller: { accountId } }: Transaction, userIds: readonly number[]
): Promise<ReadonlySet<number>> {
  const removed = new Set<number>()
  const crowded = await sql.all(findCrowded, [accountId, JSON.stringify(userIds)])
  for (const { user_id: userId, excess } of crowded) {
    let left = excess
    for (const removal of removals) {
      if (left <= 0) break
      const rows = await sql.all(removal, [userId, accountId, left])
      for (const { id } of rows) removed.add(id)
      left -= rows.length
    }
  }
  return removed
}
