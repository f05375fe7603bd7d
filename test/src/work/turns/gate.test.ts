import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { createGate } from '#src/work/turns/gate.js'
import { party } from '#test/helper/parties.js'
import { noParty, type Party } from '#src/work/turns/fair-queue.js'

/** A gate, and jobs that end when they are told to. */
function open (options: Partial<Parameters<typeof createGate>[0]> = {}) {
  const gate = createGate({ atOnce: 1, ...options })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const pass = (who: Party | number, name: string, gone?: AbortSignal) =>
    gate.pass(typeof who === 'number' ? party(1, who) : who, () => {
      begun.push(name)
      return new Promise<string>((resolve) => { ends.set(name, () => resolve(name)) })
    }, { gone })
  const end = async (name: string) => {
    ends.get(name)!()
    await turn()
  }
  return { gate, begun, pass, end }
}

t.test('Users take turns, and the jobs of each begin in order', async (t) => {
  const { begun, pass, end } = open()
  const results = Promise.all([pass(1, 'a1'), pass(1, 'a2'), pass(1, 'a3'), pass(2, 'b1'), pass(2, 'b2')])
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) await end(name)
  t.strictSame(begun, ['a1', 'a2', 'b1', 'a3', 'b2'])
  t.strictSame(await results, ['a1', 'a2', 'a3', 'b1', 'b2'])
})

t.test('Accounts take turns before their users do: however many users an account has, another is next', async (t) => {
  const { begun, pass, end } = open()
  const results = Promise.all([
    pass(party(1, 1), 'a1'), pass(party(1, 2), 'a2'), pass(party(1, 3), 'a3'), pass(party(1, 2), 'a2 again'),
    pass(party(2, 9), 'b')
  ])
  for (const name of ['a1', 'a2', 'b', 'a3', 'a2 again']) await end(name)
  t.strictSame(begun, ['a1', 'a2', 'b', 'a3', 'a2 again'])
  await results
})

t.test('A user of two accounts takes turns separately in each', async (t) => {
  const { begun, pass, end } = open()
  const results = Promise.all([pass(party(1, 7), 'a1'), pass(party(1, 7), 'a2'), pass(party(1, 7), 'a3'), pass(party(2, 7), 'b')])
  for (const name of ['a1', 'a2', 'b', 'a3']) await end(name)
  t.strictSame(begun, ['a1', 'a2', 'b', 'a3'])
  await results
})

t.test('An account leaves a place to others, however many jobs it has; the service itself may use all places', async (t) => {
  const { begun, pass, end } = open({ atOnce: 3, atOnceOfAccount: 2 })
  const results = [pass(party(1, 1), 'a1'), pass(party(1, 2), 'a2'), pass(party(1, 3), 'a3'), pass(party(2), 'b')]
  t.strictSame(begun, ['a1', 'a2', 'b'])
  await end('b')
  t.strictSame(begun, ['a1', 'a2', 'b'])
  await end('a1')
  t.strictSame(begun.at(-1), 'a3')
  for (const name of ['a2', 'a3']) await end(name)
  const own = ['s1', 's2', 's3'].map((name) => pass(noParty, name))
  t.strictSame(begun.slice(-3), ['s1', 's2', 's3'])
  for (const name of ['s1', 's2', 's3']) await end(name)
  await Promise.all([...results, ...own])
})

t.test('No more jobs run at the same time than the gate allows', async (t) => {
  const { begun, pass, end } = open({ atOnce: 2 })
  const results = ['a', 'b', 'c'].map((name) => pass(1, name))
  t.strictSame(begun, ['a', 'b'])
  await end('b')
  t.strictSame(begun, ['a', 'b', 'c'])
  await end('a')
  await end('c')
  await Promise.all(results)
})

t.test('One user gets only a share of the places, and the others stay free', async (t) => {
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

t.test('Too many waiting jobs of one user are refused; other users are not affected', async (t) => {
  const { pass, end } = open({ mostOfOne: 2 })
  const results = [pass(1, 'a'), pass(1, 'b'), pass(1, 'c')]
  await t.rejects(pass(1, 'd'), { message: 'Service is overloaded' })
  const other = pass(2, 'e')
  for (const name of ['a', 'b', 'e', 'c']) await end(name)
  t.strictSame(await Promise.all([...results, other]), ['a', 'b', 'c', 'e'])
})

t.test('A job that waits for too long is refused; one that has begun continues', async (t) => {
  const { begun, pass, end } = open({ longestWaitMs: 1 })
  const first = pass(1, 'a')
  await t.rejects(pass(1, 'b'), { message: 'Service is overloaded' })
  await end('a')
  t.equal(await first, 'a')
  t.strictSame(begun, ['a'])
})

t.test('A job is not begun if its caller has left', async (t) => {
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

t.test('A job that fails fails alone', async (t) => {
  const { gate, pass, end } = open()
  await t.rejects(gate.pass(party(1), async () => { throw new Error('no') }), { message: 'no' })
  const next = pass(1, 'a')
  await end('a')
  t.equal(await next, 'a')
})

t.test('The gate reports when no job is left', async (t) => {
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
