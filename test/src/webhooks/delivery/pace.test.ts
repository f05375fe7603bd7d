import t from 'tap'
import { createPace } from '#src/webhooks/delivery/pace.js'

function createTestPace (mostAtOnce = 3) {
  let moment = 0
  let wakes = 0
  const pace = createPace({ mostAtOnce, now: () => moment, wake: () => { wakes++ } })
  return { ...pace, pass: (ms: number) => { moment += ms }, wakes: () => wakes }
}

t.test('the next first attempt starts when the one before has been answered', async (t) => {
  const pace = createTestPace()
  t.ok(pace.mayStart())
  const end = pace.started()
  t.notOk(pace.mayStart())
  end()
  t.ok(pace.mayStart())
  pace.stop()
})

t.test('a receiver that takes its time is waited for only for a moment', async (t) => {
  const pace = createTestPace()
  pace.started()
  pace.pass(4)
  t.notOk(pace.mayStart())
  pace.pass(1)
  t.ok(pace.mayStart())
  pace.stop()
})

t.test('whoever is told to wait is woken up', async (t) => {
  const pace = createTestPace()
  pace.started()
  t.notOk(pace.mayStart())
  t.notOk(pace.mayStart())
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (pace.wakes() === 0) return
      clearInterval(timer)
      resolve()
    }, 1)
  })
  t.equal(pace.wakes(), 1)
  pace.stop()
})

t.test('an earlier one that hangs does not hold up the ones behind the latest', async (t) => {
  const pace = createTestPace()
  pace.started()
  pace.pass(5)
  const endSecond = pace.started()
  t.notOk(pace.mayStart())
  endSecond()
  t.ok(pace.mayStart(), 'the latest is answered, the first hangs')
  t.equal(pace.underway(), 1)
  pace.stop()
})

t.test('no more are under way than may be', async (t) => {
  const pace = createTestPace(2)
  const end = pace.started()
  pace.pass(5)
  pace.started()
  pace.pass(1000)
  t.notOk(pace.mayStart())
  end()
  t.ok(pace.mayStart())
  pace.stop()
})
