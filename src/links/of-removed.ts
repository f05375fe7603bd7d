import { APPROVALS_JOB } from '../approvals/ends.js'
import type { ReleaseOfRemoved } from '../core/release.js'
import { statement } from '../database/sql.js'
import { endUploadsOf } from './sending/end.js'

/** $1 user, $2 account: those by which guests send files */
const lockOfUser = statement<{ id: number }>('links_lock_of_user', (sql) => `
  SELECT id FROM links WHERE account_id = $2 AND user_id = $1 AND drop_folder_id IS NOT NULL ORDER BY id ${sql.forUpdate}`)

/** $1 user, $2 account: an account has a thousand links, and those that have ended lately */
const removeOfUser = statement('links_remove_of_user', (sql) => `
  DELETE FROM links WHERE ${sql.among('id', `
    SELECT id FROM links WHERE account_id = $2 AND user_id = $1 ORDER BY id ${sql.forUpdate}`)}`)

/** Ends the links of a removed user. What guests have written by them stays. */
export const linksOfRemoved: ReleaseOfRemoved = {
  async atOnce (tx, userId) {
    const { sql, caller: { accountId }, wake } = tx
    await endUploadsOf(tx, (await sql.all(lockOfUser, [userId, accountId])).map(({ id }) => id))
    if (await sql.run(removeOfUser, [userId, accountId]) > 0) wake(APPROVALS_JOB)
  }
}
