import type { RecordedEvent } from '../../core/events/record.js'
import type { Consumer, OpenConsumer } from '../../core/events/consumer.js'
import type { Transaction } from '../../core/transact.js'
import { MEBIBYTE } from '../../basics/units.js'
import { groupBy } from '../../basics/group-by.js'
import type { Sql } from '../../database/sql.js'
import { FAN_OUT_JOB } from '../job-names.js'
import { knowNothing, learn, newestChange, withOwn, type Known } from './match.js'
import { writePayload } from './payload.js'
import { storeEvents, type WantedEvent } from './store.js'

/** Events that are stored together. A long transaction writes in pieces of this size. */
const MOST_WAITING_EVENTS = 200
/** Characters of bodies that wait to be stored: one may have 256 KiB. */
const MOST_WAITING_CHARACTERS = 4 * MEBIBYTE

/**
 * The outbox of one transaction: finds the webhooks that want its events, and stores the body of each event once, with
 * their ids, in the transaction. So a committed event reaches every webhook that wanted it, and an event that was
 * rolled back reaches none. The fan-out queues the deliveries after the commit: fan-out.ts.
 */
function openOutbox (): OpenConsumer {
  const own = knowNothing()
  let waiting: RecordedEvent[] = []
  let unstored: WantedEvent[] = []

  /** Moves what a webhook wants from the events that wait to those that are stored next. */
  async function takeWanted (tx: Transaction, known: Known): Promise<void> {
    const events = waiting
    waiting = []
    await learn(tx, events, known)
    for (const event of events) {
      // The data of an event is made for the webhooks that were found first.
      const { recipients: byKind, newest } = own.recipients.has(event.event) ? own : known
      const recipients = withOwn(byKind.get(event.event) ?? null, event)
      if (recipients === null) continue
      const payload = writePayload(tx.caller.account, event)
      const afterNumber = Number.isFinite(newest) ? newest : await newestChange(tx)
      unstored.push({ id: event.id, event: event.event, payload, afterNumber, ...recipients })
    }
  }

  function takeUnstored (): readonly WantedEvent[] {
    const events = unstored
    unstored = []
    return events
  }

  /** Changes get their numbers after it, so it looks for the webhooks of all events: it must know lower ones. */
  async function flush (tx: Transaction): Promise<void> {
    await takeWanted(tx, own)
    const characters = unstored.reduce((sum, { payload }) => sum + payload.length, 0)
    if (unstored.length >= MOST_WAITING_EVENTS || characters >= MOST_WAITING_CHARACTERS) await put(tx, takeUnstored())
  }

  return {
    async showsData (tx, event) {
      await learn(tx, [{ event }], own)
      return own.recipients.get(event) !== null
    },
    async collect (tx, events) {
      waiting.push(...events)
      if (waiting.length >= MOST_WAITING_EVENTS) await flush(tx)
    },
    flush,
    async finish (tx) {
      if (waiting.length + unstored.length === 0) return
      const rest: Rest = {
        tx,
        waiting,
        async takeAll (known) {
          await takeWanted(tx, known)
          return takeUnstored()
        }
      }
      if (tx.sql.dialect.hasOneWriter) await put(tx, await rest.takeAll(own))
      else tx.beforeCommit(putTogether, rest)
    }
  }
}

/** The work of one transaction's outbox that is left for the commit. */
interface Rest {
  readonly tx: Transaction
  readonly waiting: readonly RecordedEvent[]
  readonly takeAll: (known: Known) => Promise<readonly WantedEvent[]>
}

async function put (tx: Transaction, events: readonly WantedEvent[]): Promise<void> {
  if (events.length === 0) return
  await storeEvents(tx, events)
  tx.wake(FAN_OUT_JOB)
}

/**
 * Runs once for all units that share a commit: webhooks are looked for once per caller, and the rows of an account are
 * one insert.
 */
async function putTogether (_sql: Sql, rests: readonly Rest[]): Promise<void> {
  const callers = groupBy(rests, ({ tx: { caller } }) => `${caller.accountId} ${caller.userId}`)
  const wanted = new Map<Rest, readonly WantedEvent[]>()
  for (const group of callers.values()) {
    const known = knowNothing()
    await learn(group[0]!.tx, group.flatMap(({ waiting }) => waiting), known)
    for (const rest of group) wanted.set(rest, await rest.takeAll(known))
  }
  for (const group of groupBy(rests, ({ tx }) => tx.caller.accountId).values()) {
    await put(group.at(-1)!.tx, group.flatMap((rest) => wanted.get(rest)!))
  }
}

export const webhookOutbox: Consumer = { open: openOutbox }
