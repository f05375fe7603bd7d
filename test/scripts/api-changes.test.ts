import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { projectRoot } from '../../src/basics/paths.js'

const { compareWithRelease, findApiChanges, keepApiDocument } =
  await import(pathToFileURL(join(projectRoot, 'scripts/api-changes.js')).href)

const json = (schema: object, examples = {}) => ({ content: { 'application/json': { schema, examples } } })
const film = { $ref: '#/components/schemas/Film' }

/** A small document, with something of each kind. */
function document (): any {
  return {
    info: { version: '1.2.0' },
    paths: {
      '/films': {
        parameters: [{ in: 'header', name: 'X-Team', schema: { type: 'string' } }],
        get: {
          operationId: 'listFilms',
          parameters: [
            { in: 'query', name: 'limit', required: false, schema: { type: 'integer', minimum: 1, maximum: 100 } },
            { in: 'query', name: 'sort', schema: { enum: ['title', 'size'] } }
          ],
          responses: {
            200: { headers: { Link: {} }, ...json({ type: 'array', items: film }) },
            404: json({ type: 'object' }, { NONE: { value: { error: 'no films' } } })
          }
        },
        post: {
          operationId: 'addFilm',
          requestBody: {
            required: false,
            ...json({
              type: 'object',
              required: ['title'],
              properties: {
                title: { type: 'string', minLength: 1, maxLength: 100 },
                note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
                colour: { type: 'string' }
              }
            })
          },
          responses: { 200: json(film) }
        }
      }
    },
    webhooks: { event: { post: { requestBody: json({ oneOf: [film, { $ref: '#/components/schemas/Cut' }] }) } } },
    components: {
      schemas: {
        Film: {
          type: 'object',
          required: ['id', 'status'],
          properties: {
            id: { type: 'string' },
            status: { anyOf: [{ const: 'open' }, { const: 'closed' }] },
            size: { type: 'integer' },
            before: film
          }
        },
        Cut: { type: 'object', properties: { at: { type: 'number' } } }
      }
    }
  }
}

const films = (changed: any) => changed.paths['/films']
const bodyOf = (changed: any) => films(changed).post.requestBody.content['application/json'].schema
const properties = (changed: any) => changed.components.schemas.Film.properties

const BREAKING: Record<string, (changed: any) => unknown> = {
  'GET /films is gone': (changed) => delete films(changed).get,
  'GET /films: listFilms has another operationId': (changed) => { films(changed).get.operationId = 'films' },
  'GET /films: limit (query) is gone': (changed) => films(changed).get.parameters.shift(),
  'GET /films: limit (query) is required now': (changed) => { films(changed).get.parameters[0].required = true },
  'GET /films: page (query) is new and required': (changed) =>
    films(changed).get.parameters.push({ in: 'query', name: 'page', required: true, schema: {} }),
  'GET /films, limit (query): maximum was 100, and is 50': (changed) => {
    films(changed).get.parameters[0].schema.maximum = 50
  },
  'GET /films, sort (query): the value size is gone': (changed) => films(changed).get.parameters[1].schema.enum.pop(),
  'GET /films, 404 is gone': (changed) => delete films(changed).get.responses[404],
  'GET /films, 404: “no films” is gone': (changed) => {
    films(changed).get.responses[404].content['application/json'].examples.NONE.value.error = 'none'
  },
  'GET /films, 200: the header Link is gone': (changed) => delete films(changed).get.responses[200].headers.Link,
  'GET /films, 200: application/json is gone': (changed) => { films(changed).get.responses[200].content = {} },
  'POST /films: the body is gone': (changed) => delete films(changed).post.requestBody,
  'POST /films: a body is required now': (changed) => { films(changed).post.requestBody.required = true },
  'POST /films, body: colour is gone': (changed) => delete bodyOf(changed).properties.colour,
  'POST /films, body: colour is required now': (changed) => bodyOf(changed).required.push('colour'),
  'POST /films, body: other keys are refused now': (changed) => { bodyOf(changed).additionalProperties = false },
  'POST /films, body, colour: has to be red or blue now': (changed) => {
    bodyOf(changed).properties.colour.enum = ['red', 'blue']
  },
  'POST /films, body, colour: the type was string, and is integer': (changed) => {
    bodyOf(changed).properties.colour.type = 'integer'
  },
  'POST /films, body, title: maxLength was 100, and is 99': (changed) => {
    bodyOf(changed).properties.title.maxLength = 99
  },
  'POST /films, body, title: minLength was 1, and is 2': (changed) => { bodyOf(changed).properties.title.minLength = 2 },
  'POST /films, body, title: pattern was not there, and is ^a': (changed) => {
    bodyOf(changed).properties.title.pattern = '^a'
  },
  'POST /films, body, note: a form (null) is gone': (changed) => bodyOf(changed).properties.note.anyOf.pop(),
  'Film, in answers: size is gone': (changed) => delete properties(changed).size,
  'Film, in answers: status may be absent now': (changed) => changed.components.schemas.Film.required.pop(),
  'Film, in answers, status: the value closed is gone': (changed) => properties(changed).status.anyOf.pop(),
  'Film, in answers, size: the type was integer, and is string': (changed) => { properties(changed).size.type = 'string' },
  'Film, in answers, size: may be null now': (changed) => { properties(changed).size.type = ['integer', 'null'] },
  'Webhooks, POST event: Cut is gone': (changed) =>
    changed.webhooks.event.post.requestBody.content['application/json'].schema.oneOf.pop()
}

t.test('What is removed or narrower is found', async (t) => {
  for (const [change, edit] of Object.entries(BREAKING)) {
    const changed = document()
    edit(changed)
    t.strictSame(findApiChanges(document(), changed), [change])
  }
})

t.test('What is added, wider, or only written in another way is not', async (t) => {
  const changed = document()
  films(changed).put = { operationId: 'setFilms', responses: {} }
  films(changed).get.parameters.push({ in: 'query', name: 'page', schema: { type: 'integer' } })
  films(changed).get.parameters[0].schema = { type: 'number', maximum: 200 }
  films(changed).get.parameters[1].schema.enum.push('age')
  films(changed).get.responses[200].headers.ETag = {}
  films(changed).get.responses[409] = json({})
  films(changed).post.responses[200] = json(changed.components.schemas.Film)
  bodyOf(changed).properties.note = { type: ['null', 'string', 'integer'], description: 'A note.' }
  bodyOf(changed).required = []
  properties(changed).title = { type: 'string' }
  properties(changed).status = { type: 'string', enum: ['open', 'closed', 'lost'] }
  changed.components.schemas.Cut.properties.at.type = 'integer'
  changed.webhooks.event.post.requestBody.content['application/json'].schema.oneOf.push({ type: 'object' })
  t.strictSame(findApiChanges(document(), changed), [])
})

t.test('A document is compared with that of the last release, and a new major may remove', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-released-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const changed = document()
  delete films(changed).get
  const compare = (version: string) => compareWithRelease(folder, { readDocument: async () => changed, version })
  t.strictSame(await compare('1.2.1'), { changes: [], isBroken: false }, 'there is no release')
  keepApiDocument(folder, document())
  const found = { last: '1.2.0', changes: ['GET /films is gone'] }
  t.strictSame(await compare('1.3.0'), { ...found, isBroken: true })
  t.strictSame(await compare('2.0.0'), { ...found, isBroken: false })
})
