import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { child } from '#src/work/workers/child.js'
import type { SupervisorOptions } from '#src/work/workers/options.js'
import { supervise } from '#src/work/workers/supervisor.js'
import { thread } from '#src/work/workers/thread.js'
import { eventually } from '../../../helper/receiver.js'
import { createTimers } from '../../../helper/timers.js'

const script = new URL('../../../helper/workers/obedient-worker.js', import.meta.url)
const kinds = {
  thread: thread(script, { heapMb: 64, settings: { a: 1 } }),
  'child process': child(script, { memoryMb: 200, heapMb: 64, settings: { a: 1 } })
}

function open (t: Test, kind: keyof typeof kinds, options: Partial<SupervisorOptions> = {}) {
  const supervisor = supervise<string, unknown, string>({ start: kinds[kind], ...options })
  t.teardown(supervisor.kill)
  return supervisor
}

function isAlive (pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A zombie process does not count as running. */
function isRunning (pid: number): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

for (const kind of ['thread', 'child process'] as const) {
  t.test(`A ${kind} answers orders and reports its progress`, async (t) => {
    const { ask } = open(t, kind)
    const said: string[] = []
    t.equal(await ask('a', { onProgress: (progress) => said.push(progress) }), 'a')
    t.strictSame(said, ['begun a'])
    t.strictSame(await ask('settings'), { a: 1 })
    await t.rejects(ask('fail'), { name: 'WorkerFailure', kind: 'TypeError', message: 'a fault', code: 'E_FAULT' })
    t.equal(await ask('b'), 'b', 'it continues after a failure')
  })

  t.test(`A ${kind} that dies fails only its own order`, async (t) => {
    const { ask } = open(t, kind)
    const [died, next] = await Promise.allSettled([ask('exit'), ask('a')])
    t.match(died, { status: 'rejected', reason: { name: 'WorkerEnded', reason: 'exit' } })
    t.match(next, { status: 'fulfilled', value: 'a' })
  })

  t.test(`A ${kind} that takes too long is killed`, async (t) => {
    const timers = createTimers()
    const { ask } = open(t, kind, { timeoutMs: 500, timers })
    const hanging = ask('hang', { onProgress: () => timers.pass(500) })
    const next = ask('a')
    await t.rejects(hanging, { message: 'The worker ended: time' })
    t.equal(await next, 'a')
  })

  t.test(`A ${kind} that needs too much memory fails only its own order`, async (t) => {
    const { ask } = open(t, kind)
    await t.rejects(ask('hoard'), { name: 'WorkerEnded' })
    t.equal(await ask('a'), 'a')
  })

  t.test(`An aborted order ends, whether the ${kind} listens to the abort or not`, async (t) => {
    const { ask } = open(t, kind)
    const giveUpOnceBegun = (order: string) => {
      const givingUp = new AbortController()
      return ask(order, { signal: givingUp.signal, onProgress: () => givingUp.abort() })
    }
    t.equal(await giveUpOnceBegun('wait'), 'given up')
    const before = ask('wait', { signal: AbortSignal.abort() })
    await t.rejects(ask('a', { signal: AbortSignal.abort() }), { message: 'The worker ended: given up' }, 'while it waits for its turn')
    t.equal(await before, 'given up', 'before the worker was ready')
    await t.rejects(giveUpOnceBegun('hang'), { message: 'The worker ended: given up' })
    t.equal(await ask('b'), 'b')
  })

  t.test(`Orders wait when all workers are busy (${kind})`, async (t) => {
    const { ask } = open(t, kind, { mostWorkers: 2 })
    const givingUp = new AbortController()
    let begun = 0
    const options = { signal: givingUp.signal, onProgress: () => { begun++ } }
    const waiting = [ask('wait', options), ask('wait', options)]
    const third = ask('c', { onProgress: () => { begun++ } })
    await eventually('both have begun', () => begun === 2)
    givingUp.abort()
    t.strictSame(await Promise.all(waiting), ['given up', 'given up'])
    t.equal(await third, 'c')
  })

  t.test(`Closing waits for the orders that were given, and a later order starts another ${kind}`, async (t) => {
    const { ask, close } = open(t, kind)
    const asked = [ask('a'), ask('b')]
    await close()
    t.strictSame(await Promise.all(asked), ['a', 'b'])
    t.equal(await ask('c'), 'c')
    await close()
  })

  t.test(`A ${kind} that must not be restarted has no successor`, async (t) => {
    const { ask } = open(t, kind, { restarts: false })
    await t.rejects(ask('exit'), { message: 'The worker ended: exit' })
    await t.rejects(ask('a'), { message: 'The worker ended: exit' })
  })
}

t.test('A buffer that an order transfers is moved to a thread, and copied for a child process', async (t) => {
  for (const [kind, left] of [['thread', 0], ['child process', 3]] as const) {
    const { ask, kill } = supervise<Uint8Array, Uint8Array>({ start: kinds[kind] })
    t.teardown(kill)
    const bytes = new Uint8Array([1, 2, 3])
    t.strictSame([...await ask(bytes, { transfer: [bytes.buffer] })], [1, 2, 3], kind)
    t.equal(bytes.length, left, kind)
  }
})

t.test('A child process has no environment', async (t) => {
  process.env.SECRET = 'secret'
  t.notMatch(await open(t, 'child process').ask('environment'), { SECRET: String })
})

const skip = process.platform === 'linux' ? false : 'only Linux holds the limit of memory'

t.test('The memory that native code allocates in a child process is limited', { skip }, async (t) => {
  const { ask } = open(t, 'child process')
  await t.rejects(ask('allocate'), { message: 'The worker ended: exit' })
  t.equal(await ask('a'), 'a')
})

t.test('Killing a child process also ends the processes that it has started', async (t) => {
  const { ask, kill } = open(t, 'child process')
  const pid = await ask('grandchild') as number
  t.ok(isAlive(pid))
  await kill()
  await eventually('it is gone', () => !isAlive(pid))
})

t.test('An idle worker ends, and the next order starts another one', async (t) => {
  const { ask } = open(t, 'child process', { idleMs: 1 })
  const first = await ask('pid') as number
  await eventually('it is gone', () => !isAlive(first))
  t.not(await ask('pid'), first)
})

t.test('If the program of a worker is missing, its orders fail and none waits for ever', async (t) => {
  const { ask } = supervise<string, unknown>({ start: child(new URL('./none.js', import.meta.url), { memoryMb: 200 }) })
  for (const result of await Promise.allSettled([ask('a'), ask('b')])) {
    t.match(result, { status: 'rejected', reason: { reason: 'exit' } })
  }
})

t.test('A busy child process ends with its parent, and so do the processes that it has started', async (t) => {
  const parent = spawn(process.execPath, [fileURLToPath(new URL('../../../helper/workers/busy-parent.js', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  t.teardown(() => parent.kill('SIGKILL'))
  const [line] = await once(parent.stdout, 'data') as [Buffer]
  const pids = JSON.parse(String(line)) as number[]
  t.ok(pids.every(isAlive))
  parent.kill('SIGKILL')
  await eventually('all of them have ended', () => pids.every((pid) => !isRunning(pid)))
})
