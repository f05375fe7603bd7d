import type { FastifyReply } from 'fastify'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends text that is JSON already. */
export function sendJson (reply: FastifyReply, text: string) {
  return reply.type(JSON_TYPE).send(text)
}
