import fp from 'fastify-plugin'
import type { FastifyError, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import type { Unit } from '../../src/core/unit.js'
import { IdempotencyKeyInUse, InvalidParameter } from '../../src/errors.js'
import { inspect } from '../../src/http/inspect.js'
import { JSON_TYPE, sendJson } from '../../src/http/json.js'
import { StandInReply } from '../../src/http/stand-in-reply.js'
import { describeRequest, findAnswer, type KeptAnswer } from '../../src/idempotency/answers.js'
import { expireAnswers } from '../../src/idempotency/expire.js'
import { createOnce } from '../../src/idempotency/once.js'

const EXPIRE_MS = 60 * 60 * 1000
const KEY = /^[\x20-\x7e]{1,255}$/
const RULE = 'Must be 1 to 255 printable characters'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a repeated request does its work again: `Idempotency-Key` does not count. */
    repeatable?: true
    /** The part of the answer that is kept for repetitions. Default: all of it. */
    keptAnswer?: (answer: string) => string
    /** The part of the body by which repetitions are compared: without secrets. Default: all of it. */
    comparedBody?: (body: unknown) => unknown
    /** Whether requests take several transactions. With an Idempotency-Key they keep notes of them. */
    inPieces?: true
    /** Whether the transaction of a request is long: src/database/database.ts. */
    long?: true
  }
}

/**
 * A POST that is repeated with the same Idempotency-Key within 24 hours gets the same answer. Failures are not kept:
 * they have changed nothing, and may be over.
 */
export default fp(async function idempotency (app) {
  const running = new Set<string>()
  const doOnce = createOnce({
    database: app.database,
    transact: app.transact,
    patiently: (caller, attempt) => app.cascades.patiently(caller, attempt)
  })
  const background = { database: app.database.background, transact: app.transactInBackground }
  app.jobs.push({
    name: 'idempotency-keys',
    intervalMs: EXPIRE_MS,
    run: (signal, heartbeat) => expireAnswers({ ...background, onStep: heartbeat }, signal)
  })

  app.addHook('onRoute', function answerOnce (route: RouteOptions) {
    if (route.method !== 'POST' || route.config?.public === true || route.config?.shared !== undefined) return
    const { handler, config = {} } = route
    route.handler = named(handler.name, function (request, reply) {
      const key = request.headers['idempotency-key']
      return key === undefined || config.reads === true || config.repeatable === true
        ? handler.call(this, request, reply)
        : answer(handler.bind(this), request, reply, String(key))
    })
  })

  async function answer (
    handler: (request: FastifyRequest, reply: FastifyReply) => unknown,
    request: FastifyRequest,
    reply: FastifyReply,
    key: string
  ) {
    if (!KEY.test(key)) throw new InvalidParameter('Idempotency-Key', inspect(key), RULE)
    const { caller, method, originalUrl: url, body, routeOptions: { config } } = request
    const known = describeRequest({ ...caller, method, url, key, body: config.comparedBody?.(body) ?? body })
    if (running.has(known.digest)) throw new IdempotencyKeyInUse()
    const earlier = await findAnswer(app.database.reads.sql, known, new Date())
    if (earlier !== null) return replay(reply, earlier)
    // Another request may have begun in the meantime.
    if (running.has(known.digest)) throw new IdempotencyKeyInUse()

    running.add(known.digest)
    try {
      await config.prepare?.(request.unit, request).catch(unlessRefused)
      const answer = await doOnce(known, caller, {
        perform,
        toKept: config.keptAnswer ?? String,
        inPieces: config.inPieces === true,
        long: config.long === true || request.hasLargeBody
      })
      return typeof answer === 'string' ? sendJson(reply, answer) : replay(reply, answer)
    } finally {
      running.delete(known.digest)
    }

    async function perform (unit: Unit): Promise<string> {
      request.unit = unit
      const standIn = new StandInReply()
      const payload = await handler(request, standIn as never)
      return payload === standIn ? standIn.text : reply.serialize(payload) as string
    }
  }
}, { name: 'idempotency', dependencies: ['database', 'transact', 'authentication', 'bodies'] })

/** The handler reports faults of the request, in the order of its checks. */
function unlessRefused (error: FastifyError): void {
  if (error.statusCode === undefined || error.statusCode >= 500) throw error
}

function replay (reply: FastifyReply, { status, body }: KeptAnswer): string {
  reply.code(status).type(JSON_TYPE).header('idempotency-replayed', 'true')
  return body
}

/** The API document names operations by their handlers. */
function named (name: string, handler: RouteHandlerMethod): RouteHandlerMethod {
  return Object.defineProperty(handler, 'name', { value: name })
}
