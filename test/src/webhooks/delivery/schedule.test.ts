import t from 'tap'
import { createSchedule } from '#src/webhooks/delivery/schedule.js'

const now = new Date('2026-03-01T12:00:00.000Z')
const at = (random: number) => createSchedule({ delays: [5, 300, 1800], random: () => random })
const waitMs = (moment: Date | null) => moment!.getTime() - now.getTime()

t.test('each failure waits for the next delay, a fifth more or less', async (t) => {
  t.equal(waitMs(at(0.5)(0, now)), 5000)
  t.equal(waitMs(at(0.5)(1, now)), 300_000)
  t.equal(waitMs(at(0)(1, now)), 240_000)
  t.equal(Math.round(waitMs(at(1)(1, now))), 360_000)
})

t.test('after the last delay there is no other attempt', async (t) => {
  t.equal(at(0.5)(3, now), null)
  t.equal(createSchedule({ delays: [] })(0, now), null)
})

t.test('Retry-After counts between one and two times the delay, without randomness', async (t) => {
  const next = (retryAfter: string) => waitMs(at(0)(1, now, retryAfter))
  t.equal(next('400'), 400_000)
  t.equal(next('1'), 300_000, 'it cannot shorten the delay')
  t.equal(next('0'), 300_000)
  t.equal(next('86400'), 600_000, 'it can at most double the delay')
  t.equal(next('999999999999'), 600_000)
  t.equal(next(' 400 '), 400_000)
})

t.test('Retry-After may be a date', async (t) => {
  const next = (retryAfter: string) => waitMs(at(0)(1, now, retryAfter))
  t.equal(next('Sun, 01 Mar 2026 12:07:00 GMT'), 420_000)
  t.equal(next('Sun, 01 Mar 2026 11:00:00 GMT'), 300_000, 'one that has passed')
  t.equal(next('Mon, 01 Mar 2100 11:00:00 GMT'), 600_000)
})

t.test('an invalid Retry-After is ignored', async (t) => {
  for (const retryAfter of ['', 'soon', '-5', '4.5', '1e3', 'NaN']) {
    t.equal(waitMs(at(0.5)(1, now, retryAfter)), 300_000, retryAfter)
  }
})

t.test('a delay beyond the latest possible date ends at that date', async (t) => {
  t.equal(
    createSchedule({ delays: [9_999_999] })(0, new Date('9999-12-01T00:00:00Z'))!.toISOString(),
    '9999-12-30T00:00:00.000Z'
  )
})
