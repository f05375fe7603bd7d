import t from 'tap'
import type { AttemptResult } from '#src/webhooks/delivery/result.js'
import { hasFailedTooLong, addUp } from '#src/webhooks/delivery/state-change.js'

const DAY_MS = 24 * 60 * 60 * 1000
const moment = new Date('2026-03-01T12:00:00.000Z')
const later = (days: number) => new Date(moment.getTime() + days * DAY_MS)
const fresh = { webhookId: 1, givenUp: 0, failingSince: null }

function result (
  {
    isFirst = true,
    error = null as string | null,
    next = null as Date | null,
    startedAt = moment,
    trigger = 'auto',
    status = 200
  } = {}
): AttemptResult {
  return {
    waiting: { isFirst, trigger },
    sent: { error, startedAt, status },
    nextAttemptAt: next,
    isGivenUp: error !== null && next === null && trigger !== 'test',
    isGone: status === 410
  } as unknown as AttemptResult
}

t.test('a first attempt leaves the queue, and joins the retries if it failed', async (t) => {
  t.match(addUp(fresh, [result()]), { firstTried: 1, retrying: 0 })
  t.match(addUp(fresh, [result({ error: 'timeout', next: later(1) })]), { firstTried: 1, retrying: 1 })
  t.match(addUp(fresh, [result({ error: 'timeout' })]), { firstTried: 1, retrying: 0, givenUp: 1 })
})

t.test('a repeated attempt leaves the retries unless another one follows', async (t) => {
  t.match(addUp(fresh, [result({ isFirst: false })]), { firstTried: 0, retrying: -1 })
  t.match(addUp(fresh, [result({ isFirst: false, error: 'reset', next: later(1) })]), { firstTried: 0, retrying: 0 })
})

t.test('failures count from the last success', async (t) => {
  const failing = addUp(fresh, [result({ error: 'dns' }), result({ error: 'dns', startedAt: later(1) })])
  t.match(failing, { givenUp: 2, failingSince: moment })
  t.match(addUp(failing, [result({ startedAt: later(2) })]), { givenUp: 0, failingSince: null })
  t.match(addUp(failing, [result(), result({ error: 'dns', startedAt: later(3) })]), {
    givenUp: 1,
    failingSince: later(3)
  })
})

t.test('test deliveries change only their own count', async (t) => {
  const failing = { webhookId: 1, givenUp: 1, failingSince: moment }
  t.match(addUp(failing, [result({ isFirst: false, trigger: 'test' })]), {
    ...failing,
    testing: -1,
    firstTried: 0,
    retrying: 0
  })
  t.match(addUp(fresh, [result({ isFirst: false, trigger: 'test', error: 'http_status' })]), { ...fresh, testing: -1 })
})

t.test('a webhook has failed too long after five days without success and two given-up events, and not before', async (t) => {
  t.ok(hasFailedTooLong({ webhookId: 1, givenUp: 2, failingSince: moment }, later(5)))
  t.notOk(hasFailedTooLong({ webhookId: 1, givenUp: 1, failingSince: moment }, later(50)), 'one event')
  t.notOk(hasFailedTooLong({ webhookId: 1, givenUp: 200, failingSince: moment }, later(4.99)), 'not yet')
  t.notOk(hasFailedTooLong(fresh, later(50)))
})

t.test('one answer of 410 marks a webhook as gone', async (t) => {
  t.equal(addUp(fresh, [result(), result({ error: 'http_status', status: 410, next: later(1) })]).isGone, true)
  t.equal(addUp(fresh, [result()]).isGone, false)
})
