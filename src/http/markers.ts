import type { FastifyReply } from 'fastify'
import { sendStream } from './piece-stream.js'

export interface Markers {
  readonly filename: string
  readonly contentType: string
  readonly pieces: AsyncGenerator<string>
}

/** Answers markers as a file to save. */
export function sendMarkers (reply: FastifyReply, { filename, contentType, pieces }: Markers) {
  reply.type(contentType).header('content-disposition', `attachment; filename="${filename}"`)
  return sendStream(reply, pieces)
}
