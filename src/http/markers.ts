import type { FastifyReply } from 'fastify'
import { PieceStream } from './piece-stream.js'

const types = { edl: 'text/plain; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const

/** Answers markers as a file to save. */
export function sendMarkers (
  reply: FastifyReply, { pieces }: { readonly pieces: AsyncGenerator<string> }, format: keyof typeof types
) {
  const stream = new PieceStream(pieces)
  reply.raw.once('close', () => stream.destroy())
  return reply.type(types[format]).header('content-disposition', `attachment; filename="comments.${format}"`).send(stream)
}
