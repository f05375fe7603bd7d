import { Overloaded } from '../../errors.js'
import { createSingleFlights } from '../turns/single-flight.js'
import { doPieces, type DoPiece } from './pieces.js'

export interface SharedWorkOptions<Found, Id> {
  /** Reads the works that were begun and have not ended. */
  readonly find: () => Promise<readonly Found[]>
  readonly idOf: (found: Found) => Id
  /** Begins with one, and gives what does its pieces. */
  readonly begin: (found: Found) => Promise<DoPiece> | DoPiece
}

/**
 * Work in pieces whose end somebody waits for: in a process one does it for all who wait, and where another process is
 * at it, its end is waited for. What a killed process has left is finished by a job.
 */
export function createSharedWork<Found, Id> ({ find, idOf, begin }: SharedWorkOptions<Found, Id>) {
  const flights = createSingleFlights<Id>()
  const stopping = new AbortController()

  /** Resolves when the work has ended, whoever does it. Throws Overloaded where the process stops before. */
  function finish (found: Found, onPiece?: () => void): Promise<void> {
    return flights.join(idOf(found), async () => {
      if (!await doPieces(await begin(found), { signal: stopping.signal, onPiece })) throw new Overloaded()
    })
  }

  return {
    finish,

    /** The job: finishes, one after the other, what is not under way in this process. */
    async run (signal: AbortSignal, heartbeat: () => void): Promise<void> {
      for (const found of await find()) {
        if (signal.aborted || stopping.signal.aborted) return
        if (flights.isUnderWay(idOf(found))) continue
        await finish(found, heartbeat).catch((error: unknown) => {
          if (!stopping.signal.aborted) throw error
        })
      }
    },

    /** Begins nothing more. Begun works are left to the next start, or to another process. */
    stop: () => stopping.abort()
  }
}
