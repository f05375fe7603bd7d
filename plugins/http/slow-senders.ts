import fp from 'fastify-plugin'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestTimeout } from '../../src/errors.js'

/** 3.5 KB/s for 1 MiB. */
const BODY_TIMEOUT_MS = 300_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The time for a body of this route, if it is not the usual one. */
    bodyTimeoutMs?: number
  }
}

export interface SlowSendersOptions {
  readonly bodyTimeoutMs?: number
}

/**
 * A body that does not end in time is answered 408, and the connection is closed. Headers have their own limit:
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

/** The rest of the body is not awaited: the connection ends with the answer. */
function giveUp (request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent || request.raw.complete) return
  reply.header('connection', 'close').send(new RequestTimeout())
}
