import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.js'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const WAITING_SECONDS = [0.1, 1, 5, 10, 30, 60, 300, 3600]
/** Unknown paths are not labels: callers could make any number of them. */
const NO_ROUTE = 'none'

/** Requests that wait: for one answer, or as a stream. */
export type KindOfWait = 'poll' | 'stream'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How a request waits for events; null if it does not. The duration of such a request is up to its caller. */
    waiting?: (request: FastifyRequest) => KindOfWait | null
  }
}

/** Measures requests from their first byte to the last one of their answer. */
export function createRequestTimer (metrics: Metrics) {
  const durations = metrics.histogram('cutroom_http_request_duration_seconds',
    'How long requests took, by route, without those that wait.', SECONDS, ['method', 'route', 'status'])
  const waits = metrics.histogram('cutroom_http_waiting_duration_seconds',
    'How long requests took that wait for changes, and streams of them.', WAITING_SECONDS, ['kind', 'route', 'status'])

  return {
    timeRequest (request: FastifyRequest, reply: FastifyReply): void {
      const route = request.is404 ? NO_ROUTE : request.routeOptions.url!
      durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    },
    timeWaiting (kind: KindOfWait, { routeOptions: { url } }: FastifyRequest, reply: FastifyReply): void {
      waits.observe({ kind, route: url!, status: reply.statusCode }, reply.elapsedTime / 1000)
    }
  }
}

export function waitingOf (request: FastifyRequest): KindOfWait | null {
  return request.routeOptions.config.waiting?.(request) ?? null
}
