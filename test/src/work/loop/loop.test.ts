import { EventEmitter, once } from 'node:events'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { createLoop } from '#src/work/loop/loop.js'
import { createBus } from '#src/core/events/bus.js'

const log = pino({ level: 'silent' })
const MINUTE_MS = 60_000

/** A loop with one job, whose runs are awaited one by one. */
function startLoop (t: Test, outcomes: Array<() => void>) {
  const ran = new EventEmitter()
  let now = 0
  let aheadMs = 0
  const loop = createLoop({
    bus: createBus(),
    log,
    clock: () => now + aheadMs,
    now: () => now,
    jobs: [{
      name: 'purge',
      intervalMs: MINUTE_MS,
      run: async () => {
        setImmediate(() => ran.emit('run'))
        outcomes.shift()?.()
      }
    }]
  })
  t.teardown(() => loop.stop())
  const first = once(ran, 'run')
  loop.start()
  return {
    loop,
    first,
    forward: (durationMs: number) => {
      now += durationMs
    },
    setClock: (durationMs: number) => {
      aheadMs = durationMs
    }
  }
}

t.test('the loop reports when each job last succeeded and when it runs next', async (t) => {
  const { loop, first } = startLoop(t, [])
  await first
  t.strictSame(loop.states(), [{
    name: 'purge',
    running: false,
    failuresInARow: 0,
    succeededAt: 0,
    wakesAt: MINUTE_MS
  }])
})

t.test('a job that fails runs again sooner, and is not overdue', async (t) => {
  const { loop, first } = startLoop(t, [() => { throw new Error('no connection') }])
  await first
  t.strictSame(loop.states(), [{ name: 'purge', running: false, failuresInARow: 1, succeededAt: null, wakesAt: 1000 }])
  t.strictSame(loop.overdue(), [])
})

t.test('a job that has not run long after its time is overdue', async (t) => {
  const { loop, first, forward } = startLoop(t, [])
  await first
  forward(MINUTE_MS + 29_000)
  t.strictSame(loop.overdue(), [])
  forward(2000)
  t.strictSame(loop.overdue(), ['purge'])
})

t.test('setting the clock makes no job overdue, and hides no overdue job', async (t) => {
  const { loop, first, forward, setClock } = startLoop(t, [])
  await first
  setClock(24 * 60 * MINUTE_MS)
  t.strictSame(loop.overdue(), [])
  setClock(-24 * 60 * MINUTE_MS)
  forward(MINUTE_MS + 31_000)
  t.strictSame(loop.overdue(), ['purge'], 'an overdue job is still reported')
})

t.test('a job that neither ends nor sends a heartbeat is stuck', async (t) => {
  let now = 0
  let beat = () => {}
  let end = () => {}
  const loop = createLoop({
    bus: createBus(),
    log,
    now: () => now,
    jobs: [{
      name: 'purge',
      intervalMs: MINUTE_MS,
      run: (_signal, alive) => {
        beat = alive
        return new Promise((resolve) => { end = resolve })
      }
    }]
  })
  t.teardown(async () => {
    end()
    await loop.stop()
  })
  loop.start()
  now += 4 * MINUTE_MS
  t.strictSame(loop.stuck(), [])
  beat()
  now += 4 * MINUTE_MS
  t.strictSame(loop.stuck(), [], 'it is at work')
  now += 2 * MINUTE_MS
  t.strictSame(loop.stuck(), ['purge'])
  t.strictSame(loop.overdue(), [], 'a stuck job is not overdue')
})
