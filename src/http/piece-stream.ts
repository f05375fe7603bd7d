import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { MEBIBYTE } from '../basics/units.js'
import { noParty, type Party } from '../work/turns/fair-queue.js'
import { nextTurn } from '../work/turns/next-turn.js'
import { createYielder } from '../work/turns/yielding.js'

/** Maximum number of characters that wait for slow readers, in all lists and event streams together. */
const HELD_LENGTH = 64 * MEBIBYTE

/** Others have a turn after this time, besides that of one piece, and after a piece of this length. */
const TURN_MS = 2
const LONG_PIECE = 8 * 1024
/** Longer answers are streamed. */
export const STREAMED_LENGTH = 512 * 1024

/** The pieces of an answer. What is returned is the last piece: nobody waits for a turn behind it. */
export type Pieces = AsyncGenerator<string, string | void>

/** Streams with a piece that was not taken yet, the oldest first. */
const holding = new Map<PieceStream, number>()
let heldLength = 0

/**
 * An answer in pieces. It asks for a piece when the reader has taken the one before, and gives turns of the event loop
 * in between. If too much waits for slow readers, the one that has waited for the longest is cut off.
 */
export class PieceStream extends Readable {
  readonly #pieces: AsyncGenerator<string>

  constructor (pieces: Pieces, party: Party = noParty) {
    super({ highWaterMark: 0 })
    this.#pieces = inTurns(pieces, party)
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

/** Making a piece blocks the event loop, and so does reading it from SQLite. */
async function * inTurns (pieces: Pieces, party: Party): AsyncGenerator<string> {
  const giveWay = createYielder(TURN_MS, () => nextTurn(party))
  try {
    for (;;) {
      const { done, value } = await pieces.next()
      if (done === true) {
        if (value !== undefined) yield value
        return
      }
      yield value
      await (value.length > LONG_PIECE ? nextTurn(party) : giveWay())
    }
  } finally {
    await pieces.return()
  }
}

/** Sends an answer in pieces, which ends with the connection. HEAD ends it at once. */
export function sendStream (reply: FastifyReply, pieces: Pieces): FastifyReply {
  const stream = new PieceStream(pieces, partyOf(reply))
  reply.raw.once('close', () => stream.destroy())
  return reply.send(stream)
}

/** The same, but a short answer is sent in one piece, and has an entity tag (plugins/http/entity-tags.ts). */
export async function sendPieces (reply: FastifyReply, pieces: Pieces): Promise<FastifyReply> {
  const paced = inTurns(pieces, partyOf(reply))
  let beginning = ''
  while (beginning.length < STREAMED_LENGTH) {
    const { done, value } = await paced.next()
    if (done === true) return reply.send(beginning)
    beginning += value
  }
  return sendStream(reply, (async function * () {
    yield beginning
    beginning = ''
    yield * paced
  })())
}

function partyOf ({ request: { caller } }: FastifyReply): Party {
  return caller ?? noParty
}
