import findMyWay = require('find-my-way')
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { TSchema } from '@sinclair/typebox'
import type { Unit } from '../core/unit.js'
import { LONGEST_PARAMETER } from '../http/schemas.js'
import { StandInReply } from '../http/stand-in-reply.js'
import { compileSerializer } from '../http/serialization.js'
import { compileValidator } from '../http/validation.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether its requests may be operations of a bulk. Its handler then gets a StandInReply. */
    inBulk?: true
    /** The same for operations of a run: they write to its item, and make new things there. */
    inRun?: true
    /**
     * Does slow work before the transaction of a request is open, in a bulk or with an Idempotency-Key. The handler
     * finds the result by the sent body.
     */
    prepare?: (unit: Unit, request: { readonly params: unknown, readonly body: unknown }) => Promise<void>
    /** The lock on the account's tree that its requests need: src/items/tree.ts. */
    tree?: TreeMode
  }
}

export type TreeMode = 'shared' | 'exclusive'

const WRITING = ['POST', 'PUT', 'DELETE'] as const

/** A route for an operation, with the parameters of the operation's path. */
export interface FoundRoute {
  readonly tree: TreeMode | null
  /** Does slow work before the transaction. */
  readonly prepare: (unit: Unit, body: unknown) => Promise<void>
  /** Handles the request, and returns the answer as JSON. Throws the refusal of the request. */
  readonly answer: (unit: Unit, body: unknown, details?: OperationDetails) => Promise<string>
}

/** What else an operation has of a request. */
export interface OperationDetails {
  readonly ifMatch?: string | undefined
  /** By what address the service was reached, for URLs in the answer. */
  readonly asked?: Pick<FastifyRequest, 'protocol' | 'host' | 'socket'> | undefined
}

type Checked = { readonly value: unknown } | { readonly error: Error }
type Check = (sent: unknown) => Checked

/**
 * The routes for operations of one list: their own checks, handlers and schemas, found as for a request, without HTTP
 * in between.
 */
export function createBulkRoutes (list: 'inBulk' | 'inRun') {
  const router = findMyWay({ maxParamLength: LONGEST_PARAMETER })

  /** Called with every route of the service. The root of a folder is also reached with a slash at the end. */
  function add (app: FastifyInstance, route: RouteOptions & { routePath?: string }): void {
    const method = WRITING.find((method) => method === route.method)
    if (method === undefined || route.config?.[list] !== true) return
    const described = describe(app, route)
    router.on(method, route.url, () => {}, described)
    if (route.routePath === '') router.on(method, `${route.url}/`, () => {}, described)
  }

  /** Null if it is not possible in a bulk. */
  function find (method: string, path: string): FoundRoute | null {
    const found = path.startsWith('/') && WRITING.some((writing) => writing === method)
      ? router.find(method as 'POST', path)
      : null
    if (found === null) return null
    const { tree, prepare, perform } = found.store as ReturnType<typeof describe>
    return {
      tree,
      prepare: (unit, body) => prepare(unit, { params: found.params, body }),
      answer: (unit, body, details = {}) =>
        perform(unit, { params: found.params, querystring: found.searchParams, body }, details)
    }
  }

  return { add, find }
}

export type BulkRoutes = ReturnType<typeof createBulkRoutes>

/** The places of parameters, checked in this order. */
const PLACES = ['params', 'body', 'querystring'] as const

type SentParameters = Readonly<Record<typeof PLACES[number], unknown>>

function describe (app: FastifyInstance, { url, config, schema = {}, handler }: RouteOptions) {
  const checks = PLACES.flatMap((place): Array<[typeof place, Check]> =>
    schema[place] === undefined ? [] : [[place, checkOf(schema[place] as TSchema, url)]])
  const answer = (schema.response as Record<number, TSchema>)[200]!
  const write = compileSerializer({ schema: answer, method: '', url, httpStatus: '200' })

  async function perform (unit: Unit, sent: SentParameters, { ifMatch, asked }: OperationDetails): Promise<string> {
    const checked: Record<string, unknown> = { ...sent }
    for (const [place, check] of checks) {
      const result = check(sent[place])
      if ('error' in result) throw result.error
      checked[place] = result.value
    }
    const { params, querystring: query, body } = checked
    const reply = new StandInReply()
    const payload: unknown = await handler.call(
      app,
      { ...asked, caller: unit.caller, unit, params, query, body, headers: { 'if-match': ifMatch } } as never,
      reply as never
    )
    return payload === reply ? reply.text : write(payload)
  }

  async function prepare (unit: Unit, { params, body }: Pick<SentParameters, 'params' | 'body'>): Promise<void> {
    if (config?.prepare === undefined) return
    const checked = checkOf(schema.body as TSchema, url)(body)
    if ('value' in checked) await config.prepare(unit, { params, body: checked.value })
  }

  return { tree: config?.tree ?? null, prepare, perform }
}

function checkOf (schema: TSchema, url: string): Check {
  return compileValidator({ schema, method: '', url }) as Check
}
