import { toDatabase } from '../basics/time.js'
import { DAY_MS, HOUR_MS } from '../basics/units.js'
import type { Transact } from '../core/transact.js'
import { statement } from '../database/sql.js'
import { removeRows } from '../work/pieces/pieces.js'

/** How long an expired link is listed. */
const LISTED_MS = 30 * DAY_MS

/** $1 expired before, $2 limit */
const removeExpired = statement('links_remove_expired', (sql) => `
  DELETE FROM links WHERE ${sql.among('id', `SELECT id FROM links WHERE expires_at < ${sql.moment('$1')}
    ORDER BY expires_at LIMIT $2 ${sql.forUpdateSkipLocked}`)}`)

/** $1 older than this, $2 limit */
const removeCounted = statement('link_comments_remove_old', (sql) => `
  DELETE FROM link_comments WHERE ${sql.among('id', `
    SELECT id FROM link_comments WHERE created_at < ${sql.moment('$1')} ORDER BY created_at LIMIT $2`)}`)

/** Removes links that expired long ago, and the records of comments that no longer count for the limit. */
export async function sweepLinks (transact: Transact, signal: AbortSignal, onPiece: () => void): Promise<void> {
  const options = { transact, signal, onPiece }
  const before = (ms: number) => toDatabase(new Date(Date.now() - ms))
  await removeRows(removeExpired, [before(LISTED_MS)], options)
  await removeRows(removeCounted, [before(HOUR_MS)], options)
}
