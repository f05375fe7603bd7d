import type { FastifyReply, FastifyRequest } from 'fastify'
import fastify = require('fastify')

/** One line for each request. Neither the query nor the headers are in it: they may hold secrets. */
export class RequestLog extends fastify.LogController {
  override incomingRequest (): void {}

  override requestCompleted (_error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      userId: request.caller?.userId
    }, 'request')
  }
}
