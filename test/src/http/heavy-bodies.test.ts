import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { Overloaded } from '#src/errors.js'
import { createHeavyTurns, isHeavy } from '#src/http/heavy-bodies.js'

const MIB = 1024 ** 2

/** Whether a promise is fulfilled within a few turns of the event loop. */
async function hasCome (promise: Promise<unknown>): Promise<boolean> {
  let come = false
  promise.then(() => { come = true }, () => {})
  for (let turns = 0; turns < 5; turns++) await turn()
  return come
}

t.test('A body is heavy by the number of its values, and not by their length', async (t) => {
  t.ok(isHeavy(`[${Array(20_000).fill('0').join()}]`))
  t.ok(isHeavy('['.repeat(20_000) + ']'.repeat(20_000)))
  t.ok(isHeavy(`[${Array(10_000).fill('{}').join()}]`))
  t.notOk(isHeavy(`[${Array(15_000).fill('0').join()}]`))
  t.notOk(isHeavy(JSON.stringify({ text: 'x'.repeat(MIB) })))
})

t.test('One is worked on at a time', async (t) => {
  const take = createHeavyTurns(60_000)
  const first = take(1, 1)
  const second = take(1, 1)
  t.ok(await hasCome(first))
  t.notOk(await hasCome(second))
  const end = await first
  end()
  end()
  t.ok(await hasCome(second))
  const third = take(1, 1)
  t.notOk(await hasCome(third), 'to end twice is to end once')
  ;(await second)()
  ;(await third)()
})

t.test('Senders take turns, so that one who sends many waits for himself', async (t) => {
  const take = createHeavyTurns(60_000)
  const order: number[] = []
  await Promise.all([1, 1, 1, 1, 2, 3].map(async (sender) => {
    const end = await take(sender, 1)
    order.push(sender)
    end()
  }))
  t.strictSame(order, [1, 2, 3, 1, 1, 1])
})

t.test('What waits has a bound, for one sender and for all, and what is beyond it is told to come again', async (t) => {
  const take = createHeavyTurns(60_000)
  const waiting = Array.from({ length: 16 }, () => take(1, MIB))
  await t.rejects(take(1, MIB), Overloaded)
  waiting.push(...Array.from({ length: 48 }, (_, index) => take(2 + index, MIB)))
  await t.rejects(take(99, MIB), Overloaded)
  await Promise.all(waiting.map(async (turn) => (await turn)()))
  const after = await take(99, MIB)
  after()
})

t.test('Who waits for something else lets the next one go on', async (t) => {
  const take = createHeavyTurns(1)
  const alive = setInterval(() => {}, 1000)
  await take(1, 1)
  await take(2, 1)
  clearInterval(alive)
  t.pass('the first has not ended')
})
