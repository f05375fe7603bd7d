import type { FastifyReply } from 'fastify'

/** Aborts when the connection is closed. */
export function untilGone (reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}
