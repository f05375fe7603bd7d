import type { FastifyReply } from 'fastify'
import { PieceStream } from './piece-stream.js'

export interface Markers {
  readonly filename: string
  readonly contentType: string
  readonly pieces: AsyncGenerator<string>
}

/** Answers markers as a file to save. */
export function sendMarkers (reply: FastifyReply, { filename, contentType, pieces }: Markers) {
  const stream = new PieceStream(pieces)
  reply.raw.once('close', () => stream.destroy())
  return reply.type(contentType).header('content-disposition', `attachment; filename="${filename}"`).send(stream)
}
