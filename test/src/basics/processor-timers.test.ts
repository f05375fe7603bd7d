import t from 'tap'
import { createProcessorTimers } from '#src/basics/processor-timers.js'
import { createTimers } from '#test/helper/timers.js'

function start () {
  const clock = createTimers()
  const seen = { usedMs: 500, ended: 0 }
  const timers = createProcessorTimers(clock, () => seen.usedMs)
  const timer = timers.setTimeout(() => { seen.ended++ }, 100)
  return { clock, seen, stop: () => timers.clearTimeout(timer) }
}

t.test('Work that was given a processor ends with its delay', async (t) => {
  const { clock, seen } = start()
  seen.usedMs += 100
  clock.pass(99)
  t.equal(seen.ended, 0)
  clock.pass(1)
  t.equal(seen.ended, 1)
  t.equal(clock.running(), 0)
})

t.test('Work that others kept from the processor gets more of the clock, but ten times its delay at most', async (t) => {
  const { clock, seen } = start()
  clock.pass(100)
  seen.usedMs += 99
  clock.pass(100)
  t.equal(seen.ended, 0)
  seen.usedMs += 1
  clock.pass(100)
  t.equal(seen.ended, 1)

  const starved = start()
  for (let look = 0; look < 9; look++) starved.clock.pass(100)
  t.equal(starved.seen.ended, 0)
  starved.clock.pass(100)
  t.equal(starved.seen.ended, 1)
})

t.test('Work that is done has no limit any more', async (t) => {
  const { clock, seen, stop } = start()
  clock.pass(100)
  stop()
  clock.pass(1000)
  t.equal(seen.ended, 0)
})
