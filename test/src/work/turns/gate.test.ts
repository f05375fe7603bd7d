import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { createGate } from '#src/work/turns/gate.js'

/** A gate, and works that end when they are told to. */
function open (options: Partial<Parameters<typeof createGate>[0]> = {}) {
  const gate = createGate({ atOnce: 1, ...options })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const pass = (userId: number, name: string, gone?: AbortSignal) =>
    gate.pass(userId, () => {
      begun.push(name)
      return new Promise<string>((resolve) => { ends.set(name, () => resolve(name)) })
    }, { gone })
  const end = async (name: string) => {
    ends.get(name)!()
    await turn()
  }
  return { gate, begun, pass, end }
}

t.test('Users take turns, and the works of each are begun in their order', async (t) => {
  const { begun, pass, end } = open()
  const results = Promise.all([pass(1, 'a1'), pass(1, 'a2'), pass(1, 'a3'), pass(2, 'b1'), pass(2, 'b2')])
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) await end(name)
  t.strictSame(begun, ['a1', 'a2', 'b1', 'a3', 'b2'])
  t.strictSame(await results, ['a1', 'a2', 'a3', 'b1', 'b2'])
})

t.test('So many are begun at the same time, and no more', async (t) => {
  const { begun, pass, end } = open({ atOnce: 2 })
  const results = ['a', 'b', 'c'].map((name) => pass(1, name))
  t.strictSame(begun, ['a', 'b'])
  await end('b')
  t.strictSame(begun, ['a', 'b', 'c'])
  await end('a')
  await end('c')
  await Promise.all(results)
})

t.test('One user has so many of them at the same time, and the others are for others', async (t) => {
  const { begun, pass, end } = open({ atOnce: 3, atOnceOfOne: 1 })
  const results = Promise.all([pass(1, 'a1'), pass(1, 'a2'), pass(2, 'b1'), pass(2, 'b2'), pass(3, 'c1'), pass(4, 'd1')])
  t.strictSame(begun, ['a1', 'b1', 'c1'])
  await end('b1')
  t.strictSame(begun, ['a1', 'b1', 'c1', 'b2'])
  await end('a1')
  t.equal(begun.at(-1), 'a2')
  for (const name of ['a2', 'b2', 'c1', 'd1']) await end(name)
  t.strictSame(await results, ['a1', 'a2', 'b1', 'b2', 'c1', 'd1'])
})

t.test('Too much of one user is refused, and nobody else\'s', async (t) => {
  const { pass, end } = open({ mostOfOne: 2 })
  const results = [pass(1, 'a'), pass(1, 'b'), pass(1, 'c')]
  await t.rejects(pass(1, 'd'), { message: 'Service is overloaded' })
  const other = pass(2, 'e')
  for (const name of ['a', 'b', 'e', 'c']) await end(name)
  t.strictSame(await Promise.all([...results, other]), ['a', 'b', 'c', 'e'])
})

t.test('What waits for too long is refused; what was begun goes on', async (t) => {
  const { begun, pass, end } = open({ longestWaitMs: 1 })
  const first = pass(1, 'a')
  await t.rejects(pass(1, 'b'), { message: 'Service is overloaded' })
  await end('a')
  t.equal(await first, 'a')
  t.strictSame(begun, ['a'])
})

t.test('What nobody wants any more is not begun', async (t) => {
  const { begun, pass, end } = open()
  const first = pass(1, 'a')
  const leaving = new AbortController()
  const left = pass(1, 'b', leaving.signal)
  leaving.abort()
  await t.rejects(left)
  await t.rejects(pass(1, 'c', AbortSignal.abort()))
  await end('a')
  await first
  t.strictSame(begun, ['a'])
})

t.test('A work that fails fails alone', async (t) => {
  const { gate, pass, end } = open()
  await t.rejects(gate.pass(1, async () => { throw new Error('no') }), { message: 'no' })
  const next = pass(1, 'a')
  await end('a')
  t.equal(await next, 'a')
})

t.test('It is known when nothing is left', async (t) => {
  const { gate, pass, end } = open()
  await gate.idle()
  const results = [pass(1, 'a'), pass(1, 'b')]
  let isIdle = false
  const idle = gate.idle().then(() => { isIdle = true })
  await end('a')
  t.notOk(isIdle)
  await end('b')
  await idle
  await Promise.all(results)
})
