import fp from 'fastify-plugin'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestTimeout } from '../../src/errors.js'

/** For 1 MiB that is 3.5 KB/s. */
const BODY_TIMEOUT_MS = 300_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long a body may take to come in, where a route takes larger ones than others do. */
    bodyTimeoutMs?: number
  }
}

export interface SlowSendersOptions {
  readonly bodyTimeoutMs?: number
}

/**
 * A body that does not come to its end is answered 408, and the connection is closed. Headers have their own limit:
 * src/app.ts.
 */
export default fp<SlowSendersOptions>(async function slowSenders (app, { bodyTimeoutMs = BODY_TIMEOUT_MS }) {
  app.addHook('preParsing', function awaitBody (request, reply, _body, done) {
    if (request.method === 'GET' || request.method === 'HEAD') return done()
    const { raw, routeOptions: { config } } = request
    const timer = setTimeout(giveUp, config.bodyTimeoutMs ?? bodyTimeoutMs, request, reply).unref()
    const end = () => clearTimeout(timer)
    raw.once('end', end).once('close', end)
    done()
  })
}, { name: 'slow-senders', dependencies: ['failures'] })

/** What still comes of the body is not waited for: the connection ends with the answer. */
function giveUp (request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent || request.raw.complete) return
  reply.header('connection', 'close').send(new RequestTimeout())
}
