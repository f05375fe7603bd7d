import t from 'tap'
import { createWorld } from '../helper/app.js'
import { LoopGuard } from '../helper/loop-guard.js'

/**
 * Attempts at a request that has blocked the loop: a busy machine, or a first run, may be the cause.
 */
const TRIES = 4

/** Values of a parameter that take the longest within 1 MiB: at the bound, and above it. */
const MANY = 49_900
const values = {
  'a list of numbers': `[${Array(MANY).fill('1234567890123456789').join()}]`,
  'a list of empty objects': `[${Array(MANY).fill('{}').join()}]`,
  'a list of objects with keys of their own': `[${Array.from({ length: MANY / 2 }, (_, index) => `{"key ${index}":{}}`).join()}]`,
  'lists inside lists': `[${Array(Math.floor(MANY / 31)).fill('['.repeat(30) + ']'.repeat(30)).join()}]`,
  'a long text': `"${'x'.repeat(1_000_000)}"`,
  'a text of escapes': `["${'\\u0001'.repeat(165_000)}"]`,
  'an object of many keys': `{${Array.from({ length: MANY }, (_, index) => `"${index}":{}`).join()}}`,
  'an object of many long keys': `{${Array.from({ length: MANY }, (_, index) => `"key number ${index}":1`).join()}}`,
  'more numbers than there may be': `[${Array(500_000).fill('1').join()}]`,
  'deeper lists than there may be': '['.repeat(500_000) + ']'.repeat(500_000)
}

t.test('No request holds the event loop, whatever 1 MiB its body has', { skip: process.platform !== 'linux' && 'only Linux tells the time of a thread' }, async (t) => {
  const { admin } = await createWorld(t, 'sqlite')
  const { body: document } = await admin.get('/openapi.json')
  for (const [path, operations] of Object.entries<Record<string, any>>(document.paths)) {
    for (const method of ['post', 'put', 'delete'] as const) {
      const schema = operations[method]?.requestBody?.content?.['application/json']?.schema
      const { properties = {} } = schema?.$ref === undefined
        ? schema ?? {}
        : document.components.schemas[schema.$ref.split('/').at(-1)]
      const [name] = Object.keys(properties)
      if (name === undefined) continue
      const url = path.replaceAll(/\{\w+\}/g, '1')
      const held: string[] = []
      for (const [what, value] of Object.entries(values)) {
        held.push(...await offencesOf(`${path} with ${what}`, () =>
          admin.send(method.toUpperCase() as 'POST', url, `{"${name}":${value}}`)))
      }
      t.strictSame(held, [], `${method} ${path}`)
    }
  }
})

/** The offences of the last attempt. One clean attempt is enough. */
async function offencesOf (name: string, ask: () => Promise<{ status: number }>): Promise<readonly string[]> {
  let offences: readonly string[] = []
  for (let tries = 0; tries < TRIES; tries++) {
    const guard = new LoopGuard()
    await guard.watch(name, ask)
    offences = guard.offences
    if (offences.length === 0) break
  }
  return offences
}
