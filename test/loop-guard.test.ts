import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { LoopGuard } from './helper/loop-guard.js'

/** A guard, and a way to use processor time without taking any. */
function createGuard () {
  let usedMs = 0
  return { guard: new LoopGuard(() => usedMs), burn: (ms: number) => { usedMs += ms } }
}

t.test('A request that blocks the loop is reported', async (t) => {
  const { guard, burn } = createGuard()
  await guard.watch('GET /slow', async () => {
    await setTimeout(10)
    burn(400)
    await setTimeout(10)
  })
  t.strictSame(guard.offences, ['GET /slow held the event loop for 400 ms'])
})

t.test('Requests that wait, work in pieces, or run at the same time are not reported', async (t) => {
  const { guard, burn } = createGuard()
  await guard.watch('waits', () => setTimeout(300))
  await guard.watch('in pieces', async () => {
    for (let count = 0; count < 20; count++) {
      burn(15)
      await setTimeout(10)
    }
  })
  await Promise.all(['one', 'two'].map((name) => guard.watch(name, async () => {
    await setTimeout(20)
    burn(150)
    await setTimeout(20)
  })))
  t.strictSame(guard.offences, [])
})
