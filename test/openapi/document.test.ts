import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import t from 'tap'
import { describeOperation } from '../../src/openapi/operation.js'
import { listTags, type Tag } from '../../src/openapi/tags.js'
import { verbs } from '../../src/openapi/verbs.js'
import { createWorld } from '../helper/app.js'
import { compileSchemas } from '../helper/conformance.js'
import { addItemTo, addProject, succeed } from '../helper/items.js'
import { eventually, startReceiver } from '../helper/receiver.js'
import { addWebhook } from '../helper/webhooks.js'

/** The contract's headings spell these paths differently. Both spellings work, one is documented. */
const ALIASES = /\/trashbin$|\/fields_group(\/|$)/

/** The routes of every app that is made from here on. Fastify reports an app before anything is added to it. */
const routes: RouteOptions[] = []
const collectRoutes = (message: unknown) => {
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => { routes.push(route) })
}
subscribe('fastify.initialization', collectRoutes)
t.teardown(() => unsubscribe('fastify.initialization', collectRoutes))

const world = await createWorld(t, 'sqlite', { JOBS: 'on' })
const { body: document } = await world.anonymous.get('/openapi.json')
const operations = Object.entries<any>(document.paths).flatMap(([path, item]) =>
  Object.entries<any>(item).map(([method, operation]) => ({ path, method, operation }))
)
const validatorOf = compileSchemas(document)

t.test('The API document has every route of the API, and no other', async (t) => {
  const isApi = (url: string) => url.startsWith('/api/v2/')
  const registered = routes.filter(({ url }) => isApi(url) && !ALIASES.test(url)).flatMap(({ method, url }) =>
    [method].flat()
      .filter((name) => name !== 'HEAD')
      .map((name) => `${name} ${url.replace(/\/$/, '').replace(/:(\w+)/g, '{$1}')}`)
  )
  const documented = operations.filter(({ path }) => isApi(path)).map(({ method, path }) =>
    `${method.toUpperCase()} ${path}`
  )
  t.strictSame(documented.sort(), [...new Set(registered)].sort())
  t.ok(documented.length > 50, `${documented.length} operations`)
})

t.test('Every operation has a name that makes a good method, a summary, parameters and all its answers', async (t) => {
  const names = operations.map(({ operation }) => operation.operationId as string)
  t.strictSame(names.filter((name, index) => names.indexOf(name) !== index), [], 'names are unique')
  t.strictSame(verbs.filter((verb) => !names.some((name) => name.startsWith(verb))), [], 'every verb is in use')
  const tags = document.tags.map(({ name }: { name: string }) => name)
  for (const { path, method, operation } of operations) {
    const { operationId, summary, parameters = [], responses, security } = operation
    t.match(operationId, /^[a-z]+[A-Z][A-Za-z]+$/)
    t.match(summary, /^[A-Z].{8,60}[^.]$/, operationId)
    t.match(operation.description, /^[A-Z`].{10}/, `${operationId} says more than its summary`)
    t.ok(operation.tags.length === 1 && tags.includes(operation.tags[0]), `${operationId} is in a chapter`)
    t.strictSame(
      parameters.filter((parameter: any) => parameter.in === 'path').map(({ name }: any) => name),
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      operationId
    )
    for (const { name, description, example } of parameters) {
      t.ok(description && example !== undefined, `${operationId} tells what ${name} is, and shows one`)
    }
    for (const [code, stated] of Object.entries<any>(responses)) {
      t.ok(resolve(stated).description, `${operationId} tells what ${code} means`)
    }
    // Public routes are no part of the contract, and have no idempotent requests.
    if (!path.startsWith('/api/v2/') || security?.length === 0) continue
    const expected = ['200', '401', '422', '429', '500', '503',
      ...({ get: ['304'], put: ['412', '413', '415'], post: ['409', '413', '415'], delete: ['413', '415'] }[method] ??
        [])]
    t.strictSame(expected.filter((code) => !(code in responses)), [], `${operationId} states all that it can answer`)
  }
})

t.test('Every body has an example, and every example matches its schema', async (t) => {
  const all = [...operations, { path: 'event', method: 'post', operation: document.webhooks.event.post }]
  for (const { path, method, operation } of all) {
    const { operationId, requestBody, responses, parameters = [] } = operation
    const at = [path === 'event' ? 'webhooks' : 'paths', path, method]
    if (requestBody?.required === true) {
      t.ok(countExamples(requestBody, [...at, 'requestBody']) > 0, `the body of ${operationId}`)
    }
    for (const [code, stated] of Object.entries<any>(responses)) {
      const place = stated.$ref?.slice(2).split('/') ?? [...at, 'responses', code]
      const count = countExamples(resolve(stated), place)
      // Nothing in a path can be wrong, and a GET takes no body.
      const isNever = code === '422' && method === 'get' &&
        !parameters.some((parameter: any) => parameter.in === 'query')
      t.ok(
        count > 0 || isNever || resolve(stated).content?.['application/json'] === undefined,
        `${code} of ${operationId}`
      )
    }
    for (const [index, { example, name }] of parameters.entries()) {
      if (example === undefined) continue
      const isValid = validatorOf([...at, 'parameters', String(index), 'schema'])
      t.ok(isValid(example), `${name} of ${operationId}`)
    }
  }
})

t.test('Custom fields are parameters of searches, and the body of a search takes no other names', async (t) => {
  const names = ['field.<id>', 'field.<id>.from', 'field.<id>.to']
  const isFirst = ({ name }: any) => name === names[0]
  const taking = operations.filter(({ operation: { parameters = [] } }) => parameters.some(isFirst))
  t.strictSame(taking.map(({ operation }) => operation.operationId).sort(), ['downloadExport', 'findAssets', 'findItems'])
  for (const { operation: { parameters } } of taking) {
    t.strictSame(names.filter((name) => !parameters.some((parameter: any) => parameter.name === name)), [])
  }
  const place = ['paths', '/api/v2/search', 'post', 'requestBody', 'content', 'application/json', 'schema']
  const { properties, additionalProperties } = place.reduce((part: any, name) => part[name], document)
  t.strictSame(names.filter((name) => !(name in properties)), [])
  t.equal(additionalProperties, false)
  const isValid = validatorOf(place)
  t.ok(isValid({ q: 'harbour', 'field.3': ['Berlin'], 'field.4': true, 'field.5.from': '2026-01-15', 'field.5.to': '2027' }))
  for (const body of [{ limt: 5 }, { 'field.place': 'x' }, { 'field.3': 5 }, { 'field.3.until': '2026' }, { 'field.3.from': [] }]) {
    t.notOk(isValid(body), JSON.stringify(body))
  }
})

t.test('The API document describes the body of a webhook as it is sent', async (t) => {
  const { requestBody, parameters } = document.webhooks.event.post
  const { admin } = world
  const receiver = await startReceiver(t)
  const { id } = await addWebhook(admin, { http_url: receiver.url })
  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id)
  await succeed(admin.delete(`assets/${asset.id}`))
  await succeed(admin.post(`admin/webhooks/${id}/test`))
  const received = await eventually('all events', () => receiver.received.length >= 6 && receiver.received)
  const isValid = validatorOf(['webhooks', 'event', 'post', 'requestBody', 'content', 'application/json', 'schema'])
  const { whole, truncated, test } = requestBody.content['application/json'].examples
  const shapeOf = ({ data, ...body }: any) => [Object.keys(body), Object.keys(data), Object.keys(data.asset)]
  t.strictSame(shapeOf(received.find(({ body }: any) => body.event === 'ASSET_ADDED')!.body), shapeOf(whole.value))
  const { body: tested } = received.find(({ body }) => 'test' in body)!
  t.strictSame(Object.keys(tested), Object.keys(test.value))
  t.match(tested, { event: test.value.event, test: true, sequence: test.value.sequence, data: {} })
  t.match([truncated.value.data, truncated.value.truncated], [undefined, true])
  for (const { body, headers } of received) {
    t.ok(isValid(body), `${body.event}: ${JSON.stringify(isValid.errors)}`)
    for (const { name, required } of parameters) t.ok(name in headers || !required, name)
  }
})

function resolve (stated: any): any {
  return stated.$ref === undefined
    ? stated
    : stated.$ref.slice(2).split('/').reduce((part: any, name: string) => part[name], document)
}

/** Returns the number of a body's examples. Throws if one contradicts its schema. */
function countExamples ({ content = {} }: any, place: string[]): number {
  let count = 0
  for (const [type, { example, examples = {} }] of Object.entries<any>(content)) {
    const values = [...(example === undefined ? [] : [example]), ...Object.values<any>(examples).map(({ value }) =>
      value
    )]
    for (const value of values) {
      const isValid = validatorOf([...place, 'content', type, 'schema'])
      if (!isValid(value)) {
        throw new Error(`${place.join(' ')}: ${JSON.stringify(value)}: ${JSON.stringify(isValid.errors)}`)
      }
    }
    count += values.length
  }
  return count
}

t.test('The schema of a route must have the tag of its chapter, or hide the route', async (t) => {
  const route = { method: 'GET' as const, handler: async function listThings () {} }
  const things: Tag = { name: 'Things', description: 'Of all kinds.', position: 15 }
  const tags = new Set<Tag>([{ name: 'Last', description: '', position: 20 }])
  t.match(describeOperation({ url: '/things', route, schema: { tag: things } }, { tags, base: '' }), {
    schema: { tags: ['Things'], operationId: 'listThings' }
  })
  t.strictSame(listTags(tags).map(({ name }) => name), ['Things', 'Last'], 'chapters stand at their positions')
  t.strictSame(describeOperation({ url: '/thing', route, schema: { hide: true } }, { tags, base: '' }).schema, { hide: true })
  t.throws(() => describeOperation({ url: '/things', route, schema: {} }, { tags, base: '' }), {
    message: 'GET /things needs a `tag` in its schema, or `hide: true`'
  })
})

t.test('The name of an operation must begin with one of the verbs', async (t) => {
  const things: Tag = { name: 'Things', description: 'Of all kinds.', position: 15 }
  const name = (handler: () => Promise<void>) => () =>
    describeOperation(
      { url: '/things', route: { method: 'GET', handler }, schema: { tag: things } }, { tags: new Set(), base: '' }
    )
  t.doesNotThrow(name(async function listThings () {}))
  for (const handler of [async function showThings () {}, async function list () {}, async function listed () {}]) {
    t.throws(name(handler), {
      message: `${handler.name} of GET /things must begin with one of the verbs in src/openapi/verbs.ts`
    })
  }
})
