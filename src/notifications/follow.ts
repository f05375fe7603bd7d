import { findEnabledUsers } from '../access/enabled-users.js'
import { toDatabase } from '../basics/time.js'
import type { Consumer } from '../core/events/consumer.js'
import type { ReasonKind } from '../core/events/kinds.js'
import { record, type RecordedEvent } from '../core/events/record.js'
import type { Reason, Teller, Told } from '../core/events/teller.js'
import type { Transaction } from '../core/transact.js'
import { whoSees } from '../items/who-sees.js'
import { askForMail } from './mail/due.js'
import { insertNotifications, removeOfComment, removeOldest } from './rows.js'

/** How many users are told of one event. */
const MOST_TOLD = 50

const LONGEST_TEXT = 200

interface Waiting {
  readonly event: RecordedEvent
  readonly told: readonly Told[]
}

/**
 * Tells users of events, in their transaction. Each notification is an event of its own, which comes after all events
 * of the transaction: so this consumer finishes before those that write events down. It is also the first to hear of
 * each event, as another file takes approvals back.
 */
export function createNotifier (tellers: readonly Teller[]): Consumer {
  return {
    open: () => {
      let waiting: Waiting[] = []

      async function tell (tx: Transaction): Promise<void> {
        const all = waiting
        waiting = []
        for (const { event, told } of all) await notify(tx, event, told)
      }

      return {
        async collect (tx, events) {
          for (const event of events) {
            if (event.event === 'ASSET_REMOVED_COMMENT' || event.event === 'PROJECT_REMOVED_COMMENT') {
              await tx.sql.run(removeOfComment, [event.targets.comment_id!, tx.caller.accountId])
            }
            const told: Told[] = []
            for (const { whom } of tellers) told.push(...await whom[event.event]?.(tx, event) ?? [])
            if (told.length > 0) waiting.push({ event, told: together(told) })
          }
        },
        flush: tell,
        finish: tell
      }
    }
  }
}

/** What several domains tell of the same thing is one. */
function together (all: readonly Told[]): Told[] {
  const things = new Map<string, Told>()
  for (const told of all) {
    const key = `${told.about?.type} ${told.about?.id}`
    const reasons = [...things.get(key)?.reasons ?? [], ...told.reasons]
    things.set(key, { ...told, reasons })
  }
  return [...things.values()]
}

async function notify (tx: Transaction, event: RecordedEvent, all: readonly Told[]): Promise<void> {
  let room = MOST_TOLD
  for (const told of all) room -= await write(tx, event, told, await choose(tx, event, told, room))
}

/** Who is told: each user once, by the first reason, and nobody of what the user did, or does not see. */
async function choose (
  { sql, caller: { accountId } }: Transaction, { userId: actorId }: RecordedEvent, { reasons, item }: Told, most: number
): Promise<Reason[]> {
  const first = new Map<number, ReasonKind>()
  for (const [userId, kind] of reasons) if (userId !== actorId && !first.has(userId)) first.set(userId, kind)
  if (first.size === 0) return []
  const users = await findEnabledUsers(sql, accountId, [...first.keys()])
  const seeing = item === null
    ? new Set(users.map(({ userId }) => userId))
    : await whoSees(item.type, sql, users, item.id)
  return [...first].filter(([userId]) => seeing.has(userId)).slice(0, most)
}

/** Returns how many were told. */
async function write (
  tx: Transaction, event: RecordedEvent, { item, about, text, hasMail = false }: Told, chosen: readonly Reason[]
): Promise<number> {
  if (chosen.length === 0) return 0
  const { sql, caller: { accountId }, time } = tx
  const idOf = (type: string) => about?.type === type ? about.id : null
  const rows = await sql.all<{ id: number, user_id: number }>(insertNotifications, [
    accountId, event.userId, JSON.stringify(event.targets), text && firstCharacters(text), item?.type ?? null,
    item?.id ?? null, idOf('comment'), idOf('approval'), toDatabase(time),
    JSON.stringify(chosen.map(([userId, kind]) => [userId, kind, hasMail ? 1 : 0]))
  ])
  for (const userId of rows.map((row) => row.user_id).sort((a, b) => a - b)) {
    await sql.run(removeOldest, [userId, accountId])
  }
  if (!hasMail) await askForMail(tx, chosen.map(([userId]) => userId))
  // A disabled webhook has an event of its own already.
  if (item !== null) {
    await record(tx, ...rows.map(({ id, user_id: userId }) => ({
      event: 'NOTIFICATION_ADDED' as const, targets: { user_id: userId, notification_id: id }
    })))
  }
  return rows.length
}

function firstCharacters (text: string): string {
  return [...text.slice(0, LONGEST_TEXT * 2)].slice(0, LONGEST_TEXT).join('')
}
