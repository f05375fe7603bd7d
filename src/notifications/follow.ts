import { findEnabledUsers } from '../access/enabled-users.js'
import { toDatabase } from '../basics/time.js'
import type { Consumer } from '../core/events/consumer.js'
import { record, type RecordedEvent } from '../core/events/record.js'
import { declaredTypes, tellOf, type Reason, type ReasonKind, type Teller, type Told } from '../core/events/teller.js'
import type { Transaction } from '../core/transact.js'
import type { Caller } from '../core/caller.js'
import type { Sql } from '../database/sql.js'
import { roleAtTop } from '../items/sight.js'
import { whoSees } from '../items/who-sees.js'
import { askForMail } from './mail/due.js'
import { removeExcess } from './keep.js'
import { insertNotifications } from './rows.js'

/** How many users are told of one event. */
const MOST_TOLD = 50

const LONGEST_TEXT = 200

/** What is told, and what it is about, besides the item. */
interface Telling extends Told {
  readonly about: { readonly type: string, readonly id: number } | null
}

interface Waiting {
  /** What has caused it. */
  readonly event: Pick<RecordedEvent, 'userId' | 'targets'> & { readonly event?: RecordedEvent['event'] }
  readonly told: readonly Telling[]
}

/**
 * Tells users of events, in their transaction. Each notification is an event of its own, which comes after all events
 * of the transaction: so this consumer finishes before those that write events down. It is also the first to hear of
 * each event, as another file takes approvals back. Throws if a teller tells of a type that nobody declares.
 */
export function createNotifier (tellers: readonly Teller[]): Consumer {
  declaredTypes(tellers)
  const isAtOnce = (kind: ReasonKind) => tellers.some(({ atOnce }) => atOnce?.includes(kind))
  return {
    open: () => {
      let waiting: Waiting[] = []

      async function tell (tx: Transaction): Promise<void> {
        const all = waiting
        waiting = []
        for (const { event, told } of all) await notify(tx, event, told, isAtOnce)
      }

      return {
        async collect (tx, events) {
          for (const event of events) {
            const told: Telling[] = []
            for (const teller of tellers) {
              for (const each of await tellOf(teller, tx, event)) {
                const { about: type } = teller
                const { aboutId: id } = each
                told.push({ ...each, about: type === undefined || id === undefined ? null : { type, id } })
              }
            }
            if (told.length > 0) waiting.push({ event, told: together(told) })
          }
        },
        tell ({ userId, targets, about: type, ...told }) {
          const { aboutId: id } = told
          const about = type === undefined || id === undefined ? null : { type, id }
          waiting.push({ event: { userId, targets }, told: [{ ...told, about }] })
        },
        flush: tell,
        finish: tell
      }
    }
  }
}

/** What several domains tell of the same thing is one. */
function together (all: readonly Telling[]): Telling[] {
  const things = new Map<string, Telling>()
  for (const told of all) {
    const key = `${told.about?.type} ${told.about?.id}`
    const reasons = [...things.get(key)?.reasons ?? [], ...told.reasons]
    things.set(key, { ...told, reasons })
  }
  return [...things.values()]
}

async function notify (
  tx: Transaction, event: Waiting['event'], all: readonly Telling[], isAtOnce: (kind: ReasonKind) => boolean
): Promise<void> {
  let room = MOST_TOLD
  for (const told of all) {
    const chosen = await choose(tx, event, told, room)
    if (chosen.length === 0) continue
    await write(tx, event, told, chosen)
    await askForMail(tx, chosen.map(([userId]) => userId), chosen.some(([, kind]) => isAtOnce(kind)))
    room -= chosen.length
  }
}

/** Who is told: each user once, by the first reason, and nobody of what the user did, or does not see. */
async function choose (
  { sql, caller: { accountId } }: Transaction, { userId: actorId }: Waiting['event'], { reasons, item }: Told, most: number
): Promise<Reason[]> {
  const first = new Map<number, ReasonKind>()
  for (const [userId, kind] of reasons) if (userId !== actorId && !first.has(userId)) first.set(userId, kind)
  if (first.size === 0) return []
  const users = await findEnabledUsers(sql, accountId, [...first.keys()])
  const seeing = await whoSeesTold(sql, users, item)
  return [...first].filter(([userId]) => seeing.has(userId)).slice(0, most)
}

async function whoSeesTold (sql: Sql, users: readonly Caller[], item: Told['item']): Promise<ReadonlySet<number>> {
  if (item !== null && item.type !== 'account') return whoSees(item.type, sql, users, item.id)
  return new Set(users.filter((user) => item === null || roleAtTop(user) !== null).map(({ userId }) => userId))
}

async function write (
  tx: Transaction, event: Waiting['event'], { item, about, text, author, status }: Telling, chosen: readonly Reason[]
): Promise<void> {
  const { sql, caller: { accountId }, time } = tx
  const rows = await sql.all(insertNotifications, [
    accountId, event.userId, JSON.stringify(event.targets), text && firstCharacters(text), item?.type ?? null,
    item?.id ?? null, about?.type ?? null, about?.id ?? null, toDatabase(time), JSON.stringify(chosen),
    author ?? null, status ?? null
  ])
  const removed = await removeExcess(tx, chosen.map(([userId]) => userId))
  // A disabled webhook has an event of its own already.
  if (event.event === 'NOTIFICATION_ADDED') return
  await record(by(tx, event.userId), ...rows.filter(({ id }) => !removed.has(id)).map(({ id, user_id: userId }) => ({
    event: 'NOTIFICATION_ADDED' as const, targets: { user_id: userId, notification_id: id }
  })))
}

/** The same transaction, in the name of who has done it. */
function by (tx: Transaction, userId: number): Transaction {
  if (tx.caller.userId === userId) return tx
  return Object.create(tx, { caller: { value: { ...tx.caller, userId }, enumerable: true } }) as Transaction
}

function firstCharacters (text: string): string {
  return [...text.slice(0, LONGEST_TEXT * 2)].slice(0, LONGEST_TEXT).join('')
}
