import { tellers } from '#src/consumers.js'
import { MINUTE_MS } from '#src/basics/units.js'
import { createMessageWriter } from '#src/notifications/mail/message.js'
import { writeNotificationMails } from '#src/notifications/mail/job.js'
import { AT_ONCE_MESSAGE, NOTIFICATIONS_MESSAGE } from '#src/notifications/mail/put.js'
import type { World } from './app.js'

/** The base of links in messages. */
export const MAIL_BASE = 'https://media.example.com/cutroom'
export const MAIL_DELAY_MS = 2 * MINUTE_MS

/** The messages about notifications that a user gets. */
export function openMailbox ({ app }: World, userId: number) {
  const seen = new Set<string>()
  const begin = Date.now()
  const write = createMessageWriter({ database: app.database, tellers, mailing: MAIL_BASE })
  /** Runs the job as if it were so much later than the beginning, or now. */
  const put = async (ms?: number) => {
    const job = writeNotificationMails({
      database: app.database.background,
      transact: app.transactInBackground,
      tellers,
      delayMs: MAIL_DELAY_MS,
      clock: () => ms === undefined ? Date.now() : begin + ms
    })
    await job(new AbortController().signal, () => {})
  }
  /** The messages that wait, as they are stored. */
  const waiting = () => app.database.reads.prisma.message.findMany({
    where: { userId, kind: { in: [NOTIFICATIONS_MESSAGE, AT_ONCE_MESSAGE] }, dueAt: { not: null } }, orderBy: { id: 'asc' }
  })
  const writeOne = ({ accountId, body, createdAt }: { accountId: number, body: string | null, createdAt: Date }) =>
    write({ account_id: accountId, user_id: userId, body: body!, created_at: createdAt.toISOString() })

  return {
    put,
    waiting,
    write: writeOne,
    /** The same, and returns the messages since the last run, as they are sent. */
    async after (ms?: number) {
      await put(ms)
      const fresh = (await waiting()).filter(({ id }) => !seen.has(id))
      for (const { id } of fresh) seen.add(id)
      return Promise.all(fresh.map(writeOne))
    }
  }
}
