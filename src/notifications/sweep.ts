import { toDatabase } from '../basics/time.js'
import { DAY_MS } from '../basics/units.js'
import { systemCaller } from '../core/caller.js'
import type { Transact } from '../core/transact.js'
import { removeRows } from '../work/pieces/pieces.js'
import { removeBefore } from './rows.js'

/** How long notifications are kept. */
const KEPT_MS = 90 * DAY_MS
/** Rows removed in one transaction. */
const ROWS_PER_TRANSACTION = 1000

/** The job: removes old notifications. */
export function sweepNotifications ({ transact, clock = Date.now }: { transact: Transact, clock?: () => number }) {
  return async (signal: AbortSignal, onPiece: () => void): Promise<void> => {
    const options = { transact, caller: systemCaller(), limit: ROWS_PER_TRANSACTION, signal, onPiece }
    await removeRows(removeBefore, [toDatabase(new Date(clock() - KEPT_MS))], options)
  }
}
