import { toDatabase } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'

/** The job that writes messages about notifications. */
export const NOTIFICATION_MAIL_JOB = 'notification-mail'

/** $1 account, $2 now, $3 JSON list of users: a look that is due stays due, or comes now */
const ask = askBy('notification_mails_ask', 'COALESCE(notification_mails.due_at, EXCLUDED.due_at)')
const askAtOnce = askBy('notification_mails_ask_at_once', 'EXCLUDED.due_at')

function askBy (name: string, dueAt: string) {
  return statement(name, (sql) => `
  INSERT INTO notification_mails (account_id, due_at, user_id)
  SELECT CAST($1 AS integer), ${sql.moment('$2')}, CAST(value AS integer) FROM ${sql.elements('$3')} WHERE TRUE
  ON CONFLICT (user_id) DO UPDATE SET due_at = ${dueAt}`)
}

/** $1 account, $2 now, $3 user */
const askAgain = statement('notification_mails_ask_again', (sql) => `
  UPDATE notification_mails SET due_at = ${sql.moment('$2')} WHERE user_id = $3 AND account_id = $1`)

/** Makes the job check whether users get a message, and when. */
export async function askForMail (
  { sql, caller: { accountId }, time, wake }: Transaction, userIds: readonly number[], isAtOnce: boolean
): Promise<void> {
  const sorted = [...userIds].sort((a, b) => a - b)
  await sql.run(isAtOnce ? askAtOnce : ask, [accountId, toDatabase(time), JSON.stringify(sorted)])
  wake(NOTIFICATION_MAIL_JOB)
}

/** The same for a user who has changed the setting. */
export async function askForMailAgain (
  { sql, caller: { accountId }, time, wake }: Transaction, userId: number
): Promise<void> {
  await sql.run(askAgain, [accountId, toDatabase(time), userId])
  wake(NOTIFICATION_MAIL_JOB)
}
