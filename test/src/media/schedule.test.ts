import t from 'tap'
import { readConfig } from '#src/process/config.js'
import { scheduleRetry } from '#src/media/ingest/schedule.js'

const HOUR_MS = 60 * 60 * 1000
const { MEDIA_RETRY_DELAYS: delays } = readConfig({})

t.test('A file that cannot be fetched is retried for about a minute and a half', async (t) => {
  let failures = 0
  let waitedMs = 0
  for (
    let next;
    (next = scheduleRetry({ failures, gained: 0, ageMs: waitedMs }, delays)) !== null;
    failures = next.failures
  ) waitedMs += next.delayMs
  t.equal(waitedMs, 90_000)
  t.equal(failures, delays.length)
})

t.test('An attempt that receives 64 KiB or more restarts the retry schedule, for a day', async (t) => {
  const last = { failures: delays.length, ageMs: HOUR_MS }
  t.equal(scheduleRetry({ ...last, gained: 64 * 1024 - 1 }, delays), null)
  t.same(scheduleRetry({ ...last, gained: 64 * 1024 }, delays), { failures: 1, delayMs: delays[0]! * 1000 })
  t.equal(scheduleRetry({ ...last, gained: 1024 ** 3, ageMs: 25 * HOUR_MS }, delays), null)
})
