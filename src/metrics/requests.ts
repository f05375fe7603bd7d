import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.js'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** A path that leads nowhere is not a label: callers could make as many as they like. */
const NO_ROUTE = 'none'

/** Measures each request from its first byte to the last one of its answer. */
export function createRequestTimer (metrics: Metrics) {
  const durations = metrics.histogram('cutroom_http_request_duration_seconds',
    'How long requests took, by route.', SECONDS, ['method', 'route', 'status'])

  return function timeRequest (request: FastifyRequest, reply: FastifyReply): void {
    const route = request.is404 ? NO_ROUTE : request.routeOptions.url!
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  }
}
