import { systemCaller } from '../../core/caller.js'
import type { Transact } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { toDatabase } from '../../basics/time.js'
import { SECOND_MS } from '../../basics/units.js'
import { doPieces, type PieceOutcome } from '../../work/pieces/pieces.js'
import { longestWaitMs } from './schedule.js'

/** Rows per piece: it bounds how long others wait. */
const ROWS_OF_PIECE = 500
/** Clocks are always corrected by less, and machines need not agree on the time to the second. */
const TOLERANCE_MS = 10 * SECOND_MS

/** $1 and $2 after this event and webhook, $3 limit */
const page = statement<Row>('webhooks_page_of_retries', (sql) => `
  SELECT event_id, webhook_id, delays_used, ${sql.milliseconds('due_at')} AS due_at FROM webhook_retries
  WHERE (event_id, webhook_id) > ($1, CAST($2 AS integer)) ORDER BY event_id, webhook_id LIMIT $3`)

/** $1 JSON list of [event, webhook], $2 now */
const bringForward = statement('webhooks_set_back', (sql) => `
  UPDATE webhook_retries SET due_at = ${sql.moment('$2')} WHERE due_at > ${sql.moment('$2')}
    AND (event_id, webhook_id) IN (SELECT value ->> 0, CAST(value ->> 1 AS integer) FROM ${sql.elements('$1')})`)

interface Row {
  event_id: string
  webhook_id: number
  delays_used: number
  due_at: string
}

export interface SetBackDependencies {
  readonly database: Database
  readonly transact: Transact
  /** Seconds between attempts. */
  readonly retryDelays: readonly number[]
  /** The largest lead of the clock at an attempt that was recorded since the last call. */
  readonly takeLead: () => number
  readonly clock?: () => Date
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number
}

/**
 * The background job for retries that would wait for a clock that was ahead: those due later than after the longest
 * wait from now on become due at once. It looks when the process starts, and when its clock was set back: since the
 * last look, or since an attempt that was recorded in between.
 */
export function createSetBack ({
  database: { reads: { sql } }, transact, retryDelays, takeLead, clock = () => new Date(),
  now = performance.now.bind(performance)
}: SetBackDependencies) {
  /** The lead of the clock over the monotonic one. */
  let lead = Infinity

  return async function bringRetriesForward (signal: AbortSignal, onPiece?: () => void): Promise<void> {
    lead = Math.max(lead, takeLead())
    const leadNow = clock().getTime() - now()
    if (leadNow >= lead - TOLERANCE_MS) {
      lead = leadNow
      return
    }
    let last: Pick<Row, 'event_id' | 'webhook_id'> = { event_id: '', webhook_id: 0 }
    await doPieces(async (): Promise<PieceOutcome> => {
      const rows = await sql.all(page, [last.event_id, last.webhook_id, ROWS_OF_PIECE])
      const moment = clock()
      const late = rows.filter(({ delays_used: used, due_at: dueAt }) =>
        Date.parse(dueAt) > moment.getTime() + longestWaitMs(retryDelays, used) + TOLERANCE_MS)
      if (late.length > 0) {
        const keys = JSON.stringify(late.map((row) => [row.event_id, row.webhook_id]))
        await transact(systemCaller(), async (tx) => await tx.sql.run(bringForward, [keys, toDatabase(moment)]))
      }
      last = rows.at(-1) ?? last
      return rows.length === ROWS_OF_PIECE ? 'more' : 'done'
    }, { signal, onPiece })
    lead = leadNow
  }
}
