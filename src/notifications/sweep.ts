import { toDatabase } from '../basics/time.js'
import { DAY_MS } from '../basics/units.js'
import type { Transact } from '../core/transact.js'
import { removeRows } from '../work/pieces/pieces.js'
import { removeBefore } from './rows.js'

/** How long notifications are kept. */
const KEPT_MS = 90 * DAY_MS

/** The job: removes old notifications. */
export function sweepNotifications ({ transact, clock = Date.now }: { transact: Transact, clock?: () => number }) {
  return async (signal: AbortSignal, onPiece: () => void): Promise<void> => {
    await removeRows(removeBefore, [toDatabase(new Date(clock() - KEPT_MS))], { transact, signal, onPiece })
  }
}
