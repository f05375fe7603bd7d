import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { MEBIBYTE } from '../basics/units.js'

/** Maximum number of characters that wait for slow readers, in all lists and event streams together. */
const HELD_LENGTH = 64 * MEBIBYTE

/** Streams with a piece that was not taken yet, the oldest first. */
const holding = new Map<PieceStream, number>()
let heldLength = 0

/**
 * An answer in pieces. It asks for a piece when the reader has taken the one before. If too much waits for slow
 * readers, the one that has waited for the longest is cut off.
 */
export class PieceStream extends Readable {
  readonly #pieces: AsyncGenerator<string>

  constructor (pieces: AsyncGenerator<string>) {
    super({ highWaterMark: 0 })
    this.#pieces = pieces
  }

  override _read (): void {
    this.#letGo()
    this.#pieces.next().then(({ done, value }) => {
      if (this.destroyed) return
      if (done !== true) this.#hold(value)
      this.push(done === true ? null : value)
    }, (error: Error) => this.destroy(error))
  }

  override _destroy (error: Error | null, callback: (error: Error | null) => void): void {
    this.#letGo()
    this.#pieces.return(undefined).then(() => callback(error), callback)
  }

  #hold (piece: string): void {
    holding.set(this, piece.length)
    heldLength += piece.length
    for (const stream of holding.keys()) {
      if (heldLength <= HELD_LENGTH || stream === this) break
      stream.destroy(new Error('Too much waits for slow readers, and this one has stood still for the longest'))
    }
  }

  #letGo (): void {
    heldLength -= holding.get(this) ?? 0
    holding.delete(this)
  }
}

/** Sends an answer in pieces, which ends with the connection. HEAD ends it at once. */
export function sendStream (reply: FastifyReply, pieces: AsyncGenerator<string>): FastifyReply {
  const stream = new PieceStream(pieces)
  reply.raw.once('close', () => stream.destroy())
  return reply.send(stream)
}
