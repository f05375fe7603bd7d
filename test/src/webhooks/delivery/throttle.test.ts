import t from 'tap'
import { createThrottle } from '#src/webhooks/delivery/throttle.js'

function createTestThrottle (mostAtOnce = 3) {
  let moment = 0
  let wakes = 0
  const throttle = createThrottle({ mostAtOnce, now: () => moment, wake: () => { wakes++ } })
  return { ...throttle, pass: (ms: number) => { moment += ms }, wakes: () => wakes }
}

t.test('the next first attempt starts when the one before has been answered', async (t) => {
  const throttle = createTestThrottle()
  t.ok(throttle.mayStart())
  const end = throttle.started()
  t.notOk(throttle.mayStart())
  end()
  t.ok(throttle.mayStart())
  throttle.stop()
})

t.test('the next attempt waits for a slow receiver for no more than 5 ms', async (t) => {
  const throttle = createTestThrottle()
  throttle.started()
  throttle.pass(4)
  t.notOk(throttle.mayStart())
  throttle.pass(1)
  t.ok(throttle.mayStart())
  throttle.stop()
})

t.test('a waiting caller is woken once', async (t) => {
  const throttle = createTestThrottle()
  throttle.started()
  t.notOk(throttle.mayStart())
  t.notOk(throttle.mayStart())
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (throttle.wakes() === 0) return
      clearInterval(timer)
      resolve()
    }, 1)
  })
  t.equal(throttle.wakes(), 1)
  throttle.stop()
})

t.test('an earlier attempt that hangs does not hold up those behind the latest', async (t) => {
  const throttle = createTestThrottle()
  throttle.started()
  throttle.pass(5)
  const endSecond = throttle.started()
  t.notOk(throttle.mayStart())
  endSecond()
  t.ok(throttle.mayStart(), 'the latest is answered, the first hangs')
  t.equal(throttle.underway(), 1)
  throttle.stop()
})

t.test('no more attempts are under way than allowed', async (t) => {
  const throttle = createTestThrottle(2)
  const end = throttle.started()
  throttle.pass(5)
  throttle.started()
  throttle.pass(1000)
  t.notOk(throttle.mayStart())
  end()
  t.ok(throttle.mayStart())
  throttle.stop()
})
