import t from 'tap'
import { retried } from '#src/database/postgresql/retry.js'

const lost = () => Object.assign(new Error('lost'), { code: 'ECONNRESET' })

/** A clock that only pauses move on. */
function createClock () {
  let time = 0
  const pauses: number[] = []
  return {
    pauses,
    now: () => time,
    pause: async (ms: number) => {
      pauses.push(ms)
      time += ms
    }
  }
}

t.test('After passing failures the result of the first attempt that succeeds is returned', async (t) => {
  const clock = createClock()
  let attempts = 0
  const attempt = async () => {
    if (++attempts < 4) throw lost()
    return attempts
  }
  t.equal(await retried(attempt, 5000, clock), 4)
  t.equal(clock.pauses.length, 3)
})

t.test('Attempts end after five seconds, and pauses grow so that there are few of them', async (t) => {
  const clock = createClock()
  let attempts = 0
  await t.rejects(retried(async () => {
    attempts++
    throw lost()
  }, 5000, clock), { code: 'ECONNRESET' })
  t.ok(clock.now() <= 5000 && clock.now() > 3500, `${clock.now()} ms`)
  t.ok(attempts > 7 && attempts < 18, `${attempts} attempts`)
})

t.test('Any other failure is final', async (t) => {
  const clock = createClock()
  await t.rejects(retried(async () => { throw new Error('no') }, 5000, clock), { message: 'no' })
  t.same(clock.pauses, [])
})
