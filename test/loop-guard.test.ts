import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { LoopGuard } from './helper/loop-guard.js'

function burn (ms: number): void {
  const { user, system } = process.cpuUsage()
  for (let used = 0; used < ms;) {
    const now = process.cpuUsage()
    used = (now.user + now.system - user - system) / 1000
  }
}

t.test('A request that blocks the loop is reported', { skip: process.platform !== 'linux' && 'only Linux tells the time of a thread' }, async (t) => {
  const guard = new LoopGuard()
  await guard.watch('GET /slow', async () => {
    await setTimeout(10)
    burn(400)
    await setTimeout(10)
  })
  t.equal(guard.offences.length, 1)
  t.match(guard.offences[0], /^GET \/slow held the event loop for \d+ ms$/)
})

t.test('Requests that wait, work in pieces, or run at the same time are not reported', async (t) => {
  const guard = new LoopGuard()
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
