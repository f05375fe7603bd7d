import type { RecordedEvent } from '../../core/events/record.js'
import type { Consumer, OpenConsumer } from '../../core/events/consumer.js'
import type { Transaction } from '../../core/transact.js'
import { MEBIBYTE } from '../../basics/units.js'
import { groupBy } from '../../basics/group-by.js'
import type { Sql } from '../../database/sql.js'
import { createMatcher, learn, type Candidates } from './match.js'
import type { PendingDelivery } from './numbering.js'
import { writePayload } from './payload.js'
import { enqueue, storeEvents, type StoredEvent } from './store.js'

/** Events that are matched together. A long transaction writes in pieces of this size. */
const MOST_WAITING_EVENTS = 200
/** Characters of bodies that wait to be stored: one may have 256 KiB. */
const MOST_WAITING_CHARACTERS = 4 * MEBIBYTE

/** The job that delivers. */
export const WEBHOOKS_JOB = 'webhooks'

/**
 * The outbox of one transaction: finds the webhooks that want its events, stores the body of each event once, and
 * queues a delivery for each webhook, in the transaction. So a committed event reaches every webhook that wanted it,
 * and an event that was rolled back reaches none.
 */
function openOutbox (): OpenConsumer {
  const matcher = createMatcher()
  const deliveries: PendingDelivery[] = []
  let waiting: RecordedEvent[] = []
  let unstored: StoredEvent[] = []

  /** The waiting events that a webhook wants. */
  async function takeWanted (tx: Transaction, candidates?: Candidates): Promise<StoredEvent[]> {
    const events = waiting
    waiting = []
    const wanted = await matcher.match(tx, events, candidates)
    return events.flatMap((event, index) => {
      for (const webhookId of wanted[index]!) deliveries.push({ eventId: event.id, webhookId })
      return wanted[index]!.length === 0
        ? []
        : [{ id: event.id, event: event.event, payload: writePayload(tx.caller.account, event) }]
    })
  }

  async function flush (tx: Transaction): Promise<void> {
    if (waiting.length > 0) unstored.push(...await takeWanted(tx))
    const characters = unstored.reduce((sum, { payload }) => sum + payload.length, 0)
    if (unstored.length < MOST_WAITING_EVENTS && characters < MOST_WAITING_CHARACTERS) return
    await storeEvents(tx, unstored)
    unstored = []
  }

  return {
    async collect (tx, events) {
      waiting.push(...events)
      if (waiting.length >= MOST_WAITING_EVENTS) await flush(tx)
    },
    flush,
    async finish (tx) {
      if (waiting.length + deliveries.length === 0) return
      const rest: Rest = {
        tx,
        waiting,
        async takeAll (candidates) {
          if (waiting.length > 0) unstored.push(...await takeWanted(tx, candidates))
          return { unstored, deliveries }
        }
      }
      if (tx.sql.dialect.hasOneWriter) await put(tx, [await rest.takeAll()])
      else tx.beforeCommit(putTogether, rest)
    }
  }
}

/** The work of one transaction's outbox that is left for the commit. */
interface Rest {
  readonly tx: Transaction
  readonly waiting: readonly RecordedEvent[]
  readonly takeAll: (candidates?: Candidates) => Promise<Wanted>
}

interface Wanted {
  readonly unstored: readonly StoredEvent[]
  readonly deliveries: readonly PendingDelivery[]
}

async function put (tx: Transaction, wanted: readonly Wanted[]): Promise<void> {
  const deliveries = wanted.flatMap((each) => each.deliveries)
  if (deliveries.length === 0) return
  await enqueue(tx, wanted.flatMap(({ unstored }) => unstored), deliveries)
  tx.wake(WEBHOOKS_JOB)
}

/**
 * Runs once for all units that share a commit: candidates are read once per caller, and the rows of an account are one
 * insert.
 */
async function putTogether (_sql: Sql, rests: readonly Rest[]): Promise<void> {
  const callers = groupBy(rests, ({ tx: { caller } }) => `${caller.accountId} ${caller.userId}`)
  const known = new Map<Rest, Candidates>()
  for (const group of callers.values()) {
    const candidates: Candidates = new Map()
    await learn(group[0]!.tx, group.flatMap(({ waiting }) => waiting), candidates)
    for (const rest of group) known.set(rest, candidates)
  }
  for (const group of groupBy(rests, ({ tx }) => tx.caller.accountId).values()) {
    const wanted: Wanted[] = []
    for (const rest of group) wanted.push(await rest.takeAll(known.get(rest)))
    await put(group.at(-1)!.tx, wanted)
  }
}

export const webhookOutbox: Consumer = { open: openOutbox }
