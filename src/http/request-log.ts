import type { FastifyReply, FastifyRequest } from 'fastify'
import fastify = require('fastify')

/** What is kept of a path that leads nowhere. */
const KEPT_PATH = 200

/** One line for each request. Neither the query nor the headers are in it: they may hold secrets. */
export class RequestLog extends fastify.LogController {
  override incomingRequest (): void {}

  override requestCompleted (_error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const route = request.routeOptions.url
    request.log.info({
      method: request.method,
      route: route ?? null,
      path: route === undefined ? pathOf(request.originalUrl) : undefined,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      userId: request.caller?.userId
    }, 'request')
  }
}

/** The path of a URL. Where it leads nowhere, nothing else says what was asked for. */
function pathOf (url: string): string {
  return url.replace(/[?#;].*$/s, '').slice(0, KEPT_PATH)
}
