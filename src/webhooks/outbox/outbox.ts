import type { RecordedEvent } from '../../core/events/record.js'
import type { Consumer, OpenConsumer } from '../../core/events/consumer.js'
import type { Transaction } from '../../core/transact.js'
import { createMatcher } from './match.js'
import type { PendingDelivery } from './numbering.js'
import { writePayload } from './payload.js'
import { enqueue, storeEvents, type StoredEvent } from './store.js'

/** So many events wait at most to be matched together: long transactions put down what they have in pieces. */
const MOST_WAITING_EVENTS = 200

/** The job that delivers. */
export const WEBHOOKS_JOB = 'webhooks'

/**
 * The outbox of one transaction: finds out which webhooks want its events, stores once what they will carry, and queues
 * a delivery for each, in the transaction. So a committed event reaches every webhook that wanted it, and one that was
 * rolled back none.
 */
function openOutbox (): OpenConsumer {
  const matcher = createMatcher()
  const deliveries: PendingDelivery[] = []
  let waiting: RecordedEvent[] = []
  let unstored: StoredEvent[] = []

  /** What waits that somebody wants. */
  async function takeWanted (tx: Transaction): Promise<StoredEvent[]> {
    const events = waiting
    waiting = []
    const wanted = await matcher.match(tx, events)
    return events.flatMap((event, index) => {
      for (const webhookId of wanted[index]!) deliveries.push({ eventId: event.id, webhookId })
      return wanted[index]!.length === 0
        ? []
        : [{ id: event.id, event: event.event, payload: writePayload(tx.caller.account, event) }]
    })
  }

  async function flush (tx: Transaction): Promise<void> {
    if (waiting.length > 0) unstored.push(...await takeWanted(tx))
    if (unstored.length < MOST_WAITING_EVENTS) return
    await storeEvents(tx, unstored)
    unstored = []
  }

  return {
    async collect (tx, events) {
      waiting.push(...events)
      if (waiting.length >= MOST_WAITING_EVENTS) await flush(tx)
    },
    flush,
    async seal (tx) {
      if (waiting.length > 0) unstored.push(...await takeWanted(tx))
      if (deliveries.length === 0) return
      await enqueue(tx, unstored, deliveries)
      tx.wake(WEBHOOKS_JOB)
    }
  }
}

export const webhookOutbox: Consumer = { open: openOutbox }
