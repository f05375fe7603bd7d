import fp from 'fastify-plugin'
import type { FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import { IdempotencyKeyInUse, InvalidParameter } from '../../src/errors.js'
import { inspect } from '../../src/http/inspect.js'
import { JSON_TYPE } from '../../src/http/json.js'
import { describeRequest, findAnswer, type Answer } from '../../src/idempotency/answers.js'
import { expireAnswers } from '../../src/idempotency/expire.js'
import { AlreadyAnswered, createOnce, type HeldRequest } from '../../src/idempotency/once.js'

const EXPIRE_MS = 60 * 60 * 1000
const KEY = /^[\x20-\x7e]{1,255}$/
const RULE = 'Must be 1 to 255 printable characters'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What is kept of the route's answer for the same request when it comes again: all of it, unless told. */
    keptAnswer?: (answer: string) => string
  }
  interface FastifyRequest {
    /** Set while the request came with an Idempotency-Key and is being answered. */
    held: (HeldRequest & { readonly forget: () => void }) | null
  }
}

/**
 * A POST that comes again with the same Idempotency-Key within 24 hours is answered as it was the first time. Failures
 * are not stored: they have changed nothing, and may be over.
 */
export default fp(async function idempotency (app) {
  const running = new Set<string>()
  app.decorateRequest('held', null)
  const background = { database: app.database.background, transact: app.transactInBackground }
  app.jobs.push({
    name: 'idempotency-keys',
    intervalMs: EXPIRE_MS,
    run: (signal, heartbeat) => expireAnswers({ ...background, onStep: heartbeat }, signal)
  })

  app.addHook('onRoute', function answerOnce (route: RouteOptions) {
    if (route.method !== 'POST' || route.config?.public === true) return
    const { handler } = route
    route.handler = named(handler.name, function (request, reply) {
      const key = request.headers['idempotency-key']
      return key === undefined
        ? handler.call(this, request, reply)
        : answer(handler.bind(this), request, reply, String(key))
    })
    route.onSend = [route.onSend ?? [], commitWithAnswer].flat()
  })

  async function answer (
    handler: (request: FastifyRequest, reply: FastifyReply) => unknown,
    request: FastifyRequest,
    reply: FastifyReply,
    key: string
  ) {
    if (!KEY.test(key)) throw new InvalidParameter('Idempotency-Key', inspect(key), RULE)
    const { caller, method, originalUrl: url, body } = request
    const known = describeRequest({ ...caller, method, url, key, body })
    if (running.has(known.digest)) throw new IdempotencyKeyInUse()
    const earlier = await findAnswer(app.database.reads.sql, known, new Date())
    if (earlier !== null) return replay(reply, earlier)
    // Another request may have come in between.
    if (running.has(known.digest)) throw new IdempotencyKeyInUse()

    running.add(known.digest)
    const held = createOnce(known)
    request.held = { ...held, forget: () => { running.delete(known.digest) } }
    request.caller = { ...caller, once: held.once }
    try {
      return await handler(request, reply)
    } catch (error) {
      if (error instanceof AlreadyAnswered) return replay(reply, error.answer)
      throw error
    }
  }

  /** The answer is whole: what was changed for it is committed with it, and then it is sent. */
  async function commitWithAnswer (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const { held } = request
    if (held === null) return payload
    request.held = null
    try {
      const { keptAnswer = String } = request.routeOptions.config
      if (reply.statusCode < 400) await held.finish({ status: reply.statusCode, body: keptAnswer(String(payload)) })
      else await held.giveUp()
    } finally {
      held.forget()
    }
    return payload
  }
}, { name: 'idempotency', dependencies: ['database', 'transact', 'authentication'] })

function replay (reply: FastifyReply, { status, body }: Answer): string {
  reply.code(status).type(JSON_TYPE).header('idempotency-replayed', 'true')
  return body
}

/** The API document names operations after their handlers. */
function named (name: string, handler: RouteHandlerMethod): RouteHandlerMethod {
  return Object.defineProperty(handler, 'name', { value: name })
}
