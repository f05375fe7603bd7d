import type { ReleaseOfRemoved } from '../core/release.js'
import { statement } from '../database/sql.js'

const AT_ONCE = 500

/** $1 user, $2 account */
const removeSome = statement('notifications_remove_of_user', (sql) => `
  DELETE FROM notifications WHERE ${sql.among('id', `
    SELECT id FROM notifications WHERE user_id = $1 AND account_id = $2 ORDER BY id LIMIT ${AT_ONCE}`)}`)

/** $1 user, $2 account */
const removeMail = statement('notification_mails_remove', () =>
  'DELETE FROM notification_mails WHERE user_id = $1 AND account_id = $2')

/** Removes what a removed user was told. What others are told of the user stays, and names the removed user. */
export const notificationsOfRemoved: ReleaseOfRemoved = {
  async atOnce ({ sql, caller: { accountId } }, userId) {
    await sql.run(removeMail, [userId, accountId])
  },
  inPieces: async ({ sql, caller: { accountId } }, { id: userId }) => sql.run(removeSome, [userId, accountId])
}
