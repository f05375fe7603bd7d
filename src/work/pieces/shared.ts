import { Overloaded } from '../../errors.js'
import { createSingleFlights } from '../turns/single-flight.js'
import { doPieces, type DoPiece } from './pieces.js'

export interface SharedWorkOptions<Found, Id> {
  /** Reads what is unfinished. */
  readonly find: () => Promise<readonly Found[]>
  readonly idOf: (found: Found) => Id
  /** Begins a job, and returns the function for its pieces. */
  readonly prepare: (found: Found) => Promise<DoPiece> | DoPiece
}

/**
 * Work in pieces that requests wait for: in a process it is done once for all of them; if another process is doing it,
 * they wait for its end. A job finishes what a killed process has left.
 */
export function createSharedWork<Found, Id> ({ find, idOf, prepare }: SharedWorkOptions<Found, Id>) {
  const flights = createSingleFlights<Id>()
  const stopping = new AbortController()

  /** Resolves when the work has ended, in any process. Throws Overloaded if this process stops first. */
  function finish (found: Found, onPiece?: () => void): Promise<void> {
    return flights.join(idOf(found), async () => {
      if (!await doPieces(await prepare(found), { signal: stopping.signal, onPiece })) throw new Overloaded()
    })
  }

  return {
    finish,

    /** The job: finishes, one after the other, jobs that are not under way in this process. */
    async run (signal: AbortSignal, heartbeat: () => void): Promise<void> {
      for (const found of await find()) {
        if (signal.aborted || stopping.signal.aborted) return
        if (flights.isUnderWay(idOf(found))) continue
        await finish(found, heartbeat).catch((error: unknown) => {
          if (!stopping.signal.aborted) throw error
        })
      }
    },

    /** Begins nothing more. Unfinished jobs are left to the next start, or to another process. */
    stop: () => stopping.abort()
  }
}
