import type { FastifyReply, FastifyRequest } from 'fastify'
import { untilGone } from '#src/http/gone.js'
import { waitingOf } from '#src/metrics/requests.js'

/** What ends a request that waits. */
export interface EndOfWait {
  /** Aborts when the client has gone, or the session has ended. */
  readonly gone: AbortSignal
  /** Whether the session has ended meanwhile. */
  readonly hasEnded: () => boolean
}

/** Without a wait only the client can end a request. */
export function endOfWait (request: FastifyRequest, reply: FastifyReply): EndOfWait {
  const left = untilGone(reply)
  if (request.session === null || waitingOf(request) === null) return { gone: left, hasEnded: () => false }
  const ended = request.server.sessionWatch.untilEnd(request.session.sessionId, left)
  return { gone: AbortSignal.any([left, ended]), hasEnded: () => ended.aborted }
}
