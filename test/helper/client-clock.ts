import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { projectRoot } from '../../src/basics/paths.js'
import { loadClient } from './client.js'

/** Whatever the client waits for this long is a limit. Shorter waits are pauses. */
const SHORTEST_LIMIT_MS = 30_000

/**
 * A client with a clock of its own: pauses are over at once, limits when the test says so. Time passes with both.
 */
export async function clientWithClock (t: Test) {
  await loadClient()
  const limits = new Map<object, [ms: number, end: () => void]>()
  let passed = 0
  const clock = {
    setTimeout: (end: () => void, ms: number) => {
      if (ms >= SHORTEST_LIMIT_MS) {
        const timer = {}
        limits.set(timer, [ms, end])
        return timer
      }
      passed += ms
      return setTimeout(end, 0)
    },
    clearTimeout: (timer: NodeJS.Timeout) => { if (!limits.delete(timer)) clearTimeout(timer) },
    Date: { now: () => Date.now() + passed }
  }
  const name = `clock of ${t.fullname}`
  Object.assign(globalThis, { [name]: clock })
  t.teardown(() => { Reflect.deleteProperty(globalThis, name) })
  const file = join(t.testdir(), 'client.mjs')
  const built = readFileSync(join(projectRoot, 'dist/client/client.js'), 'utf8')
  writeFileSync(file, `const { setTimeout, clearTimeout, Date } = globalThis[${JSON.stringify(name)}]\n${built}`)
  const { createClient } = await import(file) as Awaited<ReturnType<typeof loadClient>>
  return {
    createClient,
    /** Never answers: it ends when its limit does, which is at once. */
    silence: async ({ signal }: RequestInit) => new Promise<never>((_resolve, reject: (reason: unknown) => void) => {
      signal!.addEventListener('abort', () => reject(signal!.reason))
      setImmediate(() => {
        for (const [timer, [ms, end]] of limits) {
          limits.delete(timer)
          passed += ms
          end()
        }
      })
    })
  }
}
