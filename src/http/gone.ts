import type { FastifyReply } from 'fastify'

/** Says when the connection has been closed, by whomever. */
export function untilGone (reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}
