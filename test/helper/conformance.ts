import type { FastifyInstance } from 'fastify'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** The parts of an answer that are checked. */
export interface CheckedAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: unknown
  readonly text: string
}

interface Path {
  readonly template: string
  readonly pattern: RegExp
}

interface Checker {
  readonly answer: (method: string, url: string, answer: CheckedAnswer) => void
  readonly event: (body: { type: string }) => void
}

/** All apps have the same document, and compiling its schemas takes long. */
let shared: Checker | undefined

/**
 * Throws if an answer contradicts the service's own API document: an undocumented status, an unexpected body, or a body
 * that its schema does not describe to the last property. Paths that are not in the document pass.
 */
export function checkConformance (app: FastifyInstance, method: string, url: string, answer: CheckedAnswer): void {
  checkerOf(app).answer(method, url, answer)
}

/** Throws if the body of a webhook contradicts the API document. */
export function checkEvent (app: FastifyInstance, body: { type: string }): void {
  checkerOf(app).event(body)
}

function checkerOf (app: FastifyInstance): Checker {
  shared ??= createChecker(app.swagger() as unknown as Record<string, any>)
  return shared
}

/**
 * Returns a function that compiles a schema by its place in an API document. The check refuses every property that the
 * schema does not name.
 */
export function compileSchemas (document: object): (place: readonly string[]) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(closed(document) as object, 'document')
  const validators = new Map<string, ValidateFunction>()

  return (place) => {
    const pointer = place.map((name) => `/${escape(name)}`).join('')
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` })
    validators.set(pointer, known)
    return known
  }
}

function createChecker (document: Record<string, any>): Checker {
  const paths = Object.keys(document.paths).sort(bySpecificity).map(toPath)
  const validatorOf = compileSchemas(document)

  const schemas: Record<string, string> =
    document.webhooks.event.post.requestBody.content['application/json'].schema.discriminator.mapping

  const event: Checker['event'] = (body) => {
    const at = schemas[body.type]
    if (at === undefined) throw new Error(`the API document has no event ${body.type}`)
    const isValid = validatorOf(at.slice(2).split('/'))
    if (!isValid(body)) throw new Error(`${JSON.stringify(body)}: ${describe(isValid)}`)
  }

  const answer: Checker['answer'] = (method, url, { status, contentType, body, text }) => {
    const pathname = url.split('?')[0]!.replace(/(?<=.)\/$/, '')
    const path = paths.find(({ pattern }) => pattern.test(pathname))
    const operation = path && document.paths[path.template][method.toLowerCase()]
    if (operation === undefined) return
    const fail = (reason: string) => {
      throw new Error(`${method} ${url} answered ${status} ${text.slice(0, 500)}: ${reason}`)
    }

    const stated = operation.responses[status]
    if (stated === undefined) return fail(`the API document has no ${status} of ${operation.operationId}`)
    const at = stated.$ref === undefined
      ? ['paths', path!.template, method.toLowerCase(), 'responses', String(status)]
      : stated.$ref.slice(2).split('/')
    const response = at.reduce((part: any, name: string) => part[name], document)
    if (response.content === undefined) {
      return text === ''
        ? undefined
        : fail('the API document says that it has no body')
    }
    const type = contentType.split(';')[0]!
    if (response.content[type] === undefined) {
      return fail(`the API document does not have the content type ${contentType}`)
    }
    if (type !== 'application/json') return
    const isValid = validatorOf([...at, 'content', type, 'schema'])
    if (!isValid(body)) fail(describe(isValid))
    for (const { event, targets } of entriesIn(body)) {
      const isDeclared = validatorOf([...schemas[event]!.slice(2).split('/'), 'properties', 'targets'])
      if (!isDeclared(targets)) fail(`the events.ts of its domain declares other targets of ${event}: ${describe(isDeclared)}`)
    }
  }

  return { answer, event }
}

/** Entries of a history: its schema takes targets of any kind. */
function entriesIn (body: unknown): ReadonlyArray<{ readonly event: string, readonly targets: object }> {
  const { history } = (body ?? {}) as { readonly history?: unknown }
  return Array.isArray(history) ? history : []
}

function describe ({ errors }: ValidateFunction): string {
  return errors!.map(({ instancePath, message, params: { additionalProperty: name } }) =>
    `body${instancePath} ${message}${name === undefined ? '' : `: ${name}`}`).join(', ')
}

/** The same schemas, closed: they refuse every property that they do not name. */
function closed (schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (schema === null || typeof schema !== 'object') return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]))
  const isOpenObject = copy.type === 'object' && copy.properties !== undefined &&
    copy.additionalProperties === undefined
  return isOpenObject ? { ...copy, additionalProperties: false } : copy
}

function toPath (template: string): Path {
  return { template, pattern: new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{[^{}]+\}/g, '[^/]+')}$`) }
}

/** Literal paths before paths with parameters. */
function bySpecificity (a: string, b: string): number {
  return a.split('{').length - b.split('{').length
}

function escape (name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}
