import t, { type Test } from 'tap'
import type { Sql } from '#src/database/sql.js'
import { createLane } from '#src/webhooks/delivery/lane.js'

/** Answers the statements that read the tables. Reads of the queue can be delayed. */
function createTables () {
  const tables = {
    firsts: [] as string[],
    due: [] as string[],
    disabled: false,
    /** The number of reads. */
    reads: 0,
    /** Awaited by each read of the queue. */
    hold: Promise.resolve()
  }
  const row = (eventId: string) => ({
    event_id: eventId,
    event: 'ASSET_ADDED',
    payload: '{}',
    sequence: 1,
    attempt: 2,
    delays_used: 1,
    trigger: 'auto'
  })
  const answers: Record<string, () => object[]> = {
    webhooks_next_firsts: () => tables.firsts.splice(0).map(row),
    webhooks_due_retries: () => tables.due.map(row),
    webhooks_target:
      () => [{
        account_id: 1,
        account: 'default',
        http_url: 'http://x',
        http_method: 'POST',
        disabled: tables.disabled,
        header_key: null
      }]
  }
  const all = async ({ name }: { name: string }) => {
    tables.reads++
    if (name === 'webhooks_next_firsts') await tables.hold
    return answers[name]!()
  }
  return { tables, sql: { all } as unknown as Sql }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A lane that starts everything that it may; `end` ends an attempt, the oldest of its event. */
function openLane (t: Test) {
  const { tables, sql } = createTables()
  const underway: Array<{ eventId: string, end: (next: Date | null) => void }> = []
  const lane = createLane({ webhookId: 1, accountId: 1, token: 1 }, {
    sql,
    deliver: (_lane, _target, { eventId }, onEnded) => new Promise((resolve) => {
      underway.push({
        eventId,
        end: (next) => {
          onEnded()
          resolve(next)
        }
      })
    }),
    request: (lane) => { setImmediate(() => { while (lane.startOne()); }) },
    onReadFailed: (error) => { throw error },
    clock: () => new Date(),
    now: () => performance.now()
  })
  t.teardown(lane.stop)
  const settled = async () => { for (let count = 0; count < 20; count++) await turn() }
  return {
    lane,
    tables,
    underway: () => underway.map(({ eventId }) => eventId),
    end: async (eventId: string, next: Date | null) => {
      underway.splice(underway.findIndex((attempt) => attempt.eventId === eventId), 1)[0]!.end(next)
      await settled()
    },
    update: async (lastSequence: number, nextRetryAt: Date | null = null) => {
      lane.update({ webhookId: 1, token: 1, lastSequence, nextRetryAt })
      await settled()
    }
  }
}

const past = new Date(0)

t.test('the first attempts of events are begun in the order of the events', async (t) => {
  const { tables, update, end, underway } = openLane(t)
  const events = ['first', 'second', 'third', 'fourth']
  tables.firsts = [...events]
  await update(events.length)
  const begun: string[] = []
  while (underway().length > 0) {
    begun.push(underway()[0]!)
    await end(underway()[0]!, null)
  }
  t.strictSame(begun, events)
})

t.test('an event whose attempt ends while the tables are read is under way only once', async (t) => {
  const { tables, update, end, underway } = openLane(t)
  tables.firsts = ['first']
  await update(1)
  t.strictSame(underway(), ['first'])

  let release = () => {}
  tables.hold = new Promise<void>((resolve) => { release = resolve })
  await update(2, past)
  // Recorded as failed and due again at once, after the reading has begun and before the retries are read.
  tables.due = ['first']
  await end('first', past)
  release()
  await update(2, past)
  await update(2, past)
  t.strictSame(underway(), ['first'], 'however often its row is read')
  tables.due = []
  await end('first', null)
  t.strictSame(underway(), [])
})

t.test('an event is not retried before its first attempt is recorded, even if its retry can be read', async (t) => {
  const { tables, update, end, underway } = openLane(t)
  tables.firsts = ['first']
  await update(1)
  // The connection was lost during this commit. It has happened, but its writer does not know that yet.
  tables.due = ['first']
  await update(1, past)
  t.strictSame(underway(), ['first'])
  await end('first', past)
  t.strictSame(underway(), ['first'], 'now it is retried')
  tables.due = []
  await end('first', null)
  t.strictSame(underway(), [])
})

t.test('a lane that has found its webhook disabled starts nothing more, even if the webhook is enabled again', async (t) => {
  const { lane, tables, update, underway } = openLane(t)
  tables.firsts = ['first']
  tables.due = Array.from({ length: 50 }, (_, index) => `retry ${index}`)
  tables.disabled = true
  await update(1, past)
  tables.disabled = false
  tables.firsts = ['second']
  const { reads } = tables
  await update(2)
  t.strictSame(underway(), [])
  t.equal(tables.reads, reads, 'it reads nothing more')
  t.equal(lane.idleMs(), Infinity, 'it can be given back, so that its queue is read from the start')
})
