import type { Caller } from '../../core/caller.js'
import type { Transaction } from '../../core/transact.js'
import { DAY_MS } from '../../basics/units.js'
import { countSent, insertMessage, takeDelayed } from '../../mail/outbox/messages.js'
import { isOfGuest, listUnreadAmong, type Unsent } from './unsent.js'
import type { Sent } from './when.js'

/** The kinds of these messages: of all that is unsent, and of one notification that does not wait. */
export const NOTIFICATIONS_MESSAGE = 'notifications'
export const AT_ONCE_MESSAGE = 'notification'

/** The most messages that a user gets at once within an hour. */
const MOST_AT_ONCE = 60
/** How long a message is tried: later nobody needs it. */
const LIFETIME_MS = 3 * DAY_MS

/** Hands a message for each notification to the outbox, as far as the hour has room. */
export async function putAtOnce (
  tx: Transaction, user: Caller, newestFirst: readonly Unsent[], now: number
): Promise<void> {
  const room = MOST_AT_ONCE - await countSent(tx, user.userId, AT_ONCE_MESSAGE)
  for (const { id } of newestFirst.toReversed().slice(0, Math.max(0, room))) {
    await put(tx, user, AT_ONCE_MESSAGE, [id], now)
  }
}

/**
 * Hands one message to the outbox, also with what is in an earlier one that the server has delayed: after an outage a
 * user gets one message, not one of each hour. Returns the times of the messages with the new one.
 */
export async function putTogether (
  tx: Transaction, user: Caller, unsent: readonly Unsent[], sent: Sent, now: number
): Promise<Sent> {
  const delayed = await takeDelayed(tx, user.userId, NOTIFICATIONS_MESSAGE)
  const delayedIds = delayed.flatMap(({ ids }) => ids as number[])
  const rows = [...unsent, ...delayedIds.length === 0 ? [] : await listUnreadAmong(tx, user, delayedIds)]
  await put(tx, user, NOTIFICATIONS_MESSAGE, rows.map(({ id }) => id), now)
  const all = sent.all.slice(0, Math.max(0, sent.all.length - delayed.length))
  return {
    all: [...all, now],
    ofGuests: [...sent.ofGuests.filter((time) => all.includes(time)), ...rows.every(isOfGuest) ? [now] : []]
  }
}

async function put (
  tx: Transaction, { userId, email: recipient }: Caller, kind: string, ids: readonly number[], now: number
): Promise<void> {
  await insertMessage(tx, { userId, recipient, kind, body: { ids }, expiresAt: new Date(now + LIFETIME_MS) })
}
