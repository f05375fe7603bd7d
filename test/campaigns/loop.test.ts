import t from 'tap'
import { createWorld, dialects } from '../helper/app.js'
import { addFieldGroup } from '../helper/fields.js'
import { addAsset, addProject, assign, succeed } from '../helper/items.js'
import { offencesOf } from '../helper/loop-guard.js'

/** The slowest values of a parameter within 1 MiB. Some are at the limits of a body, some above them. */
const MANY = 49_900
const values = {
  'a list of numbers': `[${Array(MANY).fill('1234567890123456789').join()}]`,
  'a list of empty objects': `[${Array(MANY).fill('{}').join()}]`,
  'a list of objects with different keys': `[${Array.from({ length: MANY / 2 }, (_, index) => `{"key ${index}":{}}`).join()}]`,
  'lists inside lists': `[${Array(Math.floor(MANY / 31)).fill('['.repeat(30) + ']'.repeat(30)).join()}]`,
  'a long text': `"${'x'.repeat(1_000_000)}"`,
  'a text of escapes': `["${'\\u0001'.repeat(165_000)}"]`,
  'an object of many keys': `{${Array.from({ length: MANY }, (_, index) => `"${index}":{}`).join()}}`,
  'an object of many long keys': `{${Array.from({ length: MANY }, (_, index) => `"key number ${index}":1`).join()}}`,
  'too many numbers': `[${Array(500_000).fill('1').join()}]`,
  'lists that are nested too deeply': '['.repeat(500_000) + ']'.repeat(500_000)
}

/** How many of the values each route gets, in turn. For all: VALUES=10 npm test -- test/campaigns/loop.test.ts */
const VALUES = Number(process.env.VALUES ?? 1)

/** Items with a megabyte of words each, whose search entries are all written by one request. */
const HEAVY = 12
const FIELDS_OF_HEAVY = 10

const skip = process.platform !== 'linux' && 'only Linux reports the processor time of a thread'

for (const dialect of dialects) {
  t.test(`No small request blocks the event loop, however much text its items have (${dialect})`, { skip }, async (t) => {
    const { admin } = await createWorld(t, dialect)
    const { group, ids: fields } = await addFieldGroup(admin, Array(FIELDS_OF_HEAVY).fill('textbox'), { groupType: 'default' })
    const text = Array.from({ length: 20_000 }, (_, index) => index % 5000).join(' ').slice(0, 95_000)
    const values = Object.fromEntries(fields.map((field) => [field, text]))
    const { id: project } = await addProject(admin)
    const ids = await Promise.all(Array.from({ length: HEAVY }, async () => {
      const { id } = await addAsset(admin)
      await assign(admin, 'assets', id, project)
      await succeed(admin.post(`assets/${id}/custom_fields/${group}`, { custom_fields: values }))
      return id as string
    }))
    let title = 0
    const rename = (atomic: boolean) => {
      title++
      const operations = ids.map((id) => ({ method: 'PUT', path: `/api/v2/assets/${id}`, body: { title: `${title}` } }))
      return admin.post('bulk', { atomic, operations })
    }
    t.strictSame(await offencesOf('an atomic bulk of titles', () => rename(true)), [])
    t.strictSame(await offencesOf('a bulk of titles', () => rename(false)), [])
    t.strictSame(await offencesOf('a trash and a restore', async () => {
      await succeed(admin.post(`projects/${project}/trash_bin`))
      return admin.post(`projects/${project}/restore`)
    }), [])
    t.equal((await succeed(admin.get('assets?q=4999'))).assets.length, HEAVY, 'their words are found')
  })
}

t.test('No request blocks the event loop, whatever is in the 1 MiB of its body', { skip }, async (t) => {
  const { admin } = await createWorld(t, 'sqlite')
  const { body: document } = await admin.get('/openapi.json')
  const all = Object.entries(values)
  let next = 0
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
      for (let count = 0; count < VALUES; count++) {
        const [what, value] = all[next++ % all.length]!
        const body = `{"${name}":${value}}`
        held.push(...await offencesOf(`${path} with ${what}`, () =>
          admin.send(method.toUpperCase() as 'POST', url, body), body))
      }
      t.strictSame(held, [], `${method} ${path}`)
    }
  }
})
