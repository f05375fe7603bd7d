import { setTimeout as pause } from 'node:timers/promises'
import { Overloaded } from '../errors.js'

/** A transaction of a long work takes up no further items after this time: others who write wait for it on SQLite. */
export const PIECE_MS = 25
/** How often it is looked whether another process has done its piece. */
const POLL_MS = 25

/** What a piece has come to: `taken` where another process is at it. */
export type PieceOutcome = 'more' | 'taken' | 'done'

/** Does the next piece of a work, in a transaction of its own. */
export type DoPiece = () => Promise<PieceOutcome>

/**
 * Runs long works that are written down, each in pieces, so that others get their turn between them. In a process one
 * does a work for all who wait for it. What a killed process has left is finished by a job.
 */
export function createPieceRunner<Id> () {
  const underWay = new Map<Id, Promise<void>>()
  const stopping = new AbortController()

  async function drive (begin: () => Promise<DoPiece>, onPiece: () => void): Promise<void> {
    const doPiece = await begin()
    while (true) {
      if (stopping.signal.aborted) throw new Overloaded()
      const outcome = await doPiece()
      onPiece()
      if (outcome === 'done') return
      if (outcome === 'taken') await pause(POLL_MS)
    }
  }

  function unlessStopping (error: unknown): void {
    if (!stopping.signal.aborted) throw error
  }

  return {
    /** Resolves when the work has ended, whoever does it. Throws Overloaded where the process stops before. */
    finish (id: Id, begin: () => Promise<DoPiece>, onPiece = () => {}): Promise<void> {
      let ended = underWay.get(id)
      if (ended === undefined) {
        ended = drive(begin, onPiece).finally(() => underWay.delete(id))
        underWay.set(id, ended)
      }
      return ended
    },

    /** For the job: finishes, one after the other, what is not under way in this process. */
    async finishLeftovers<Left extends { readonly id: Id }> (
      left: readonly Left[], signal: AbortSignal, finish: (work: Left) => Promise<void>
    ): Promise<void> {
      for (const work of left) {
        if (signal.aborted || stopping.signal.aborted) return
        if (!underWay.has(work.id)) await finish(work).catch(unlessStopping)
      }
    },

    /** Nothing more is begun. What was is left to the next start, or to another process. */
    stop: () => stopping.abort()
  }
}
