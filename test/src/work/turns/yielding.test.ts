import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { createYielder } from '#src/work/turns/yielding.js'

t.test('One step is done in each turn of the event loop, however many transactions are open', async (t) => {
  let turns = 0
  const over = new AbortController()
  const counting = (async () => {
    for (; !over.signal.aborted; turns++) await turn()
  })()
  const steps: number[] = []
  await Promise.all(Array.from({ length: 5 }, async () => {
    const yieldNow = createYielder(0)
    for (let step = 0; step < 4; step++) {
      await yieldNow()
      steps.push(turns)
    }
  }))
  over.abort()
  await counting
  t.equal(steps.length, 20)
  t.equal(new Set(steps).size, 20)
})
