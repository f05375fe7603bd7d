import { statement } from '../../database/sql.js'

/** Waiting runs that one statement cancels. */
export const CANCELLED_AT_ONCE = 250

/**
 * Cancels the first of some runs that wait. They never began, and have no event. $1 account, $3 time, $4 limit; the
 * condition has the others.
 */
export const cancelWaiting = (name: string, condition: string) => statement(`action_runs_cancel_${name}`, (sql) => `
  UPDATE action_runs SET status = 'cancelled', finished_at = ${sql.moment('$3')}
  WHERE ${sql.among('id', `SELECT id FROM action_runs
    WHERE ${condition} AND account_id = $1 AND status = 'waiting' ORDER BY id LIMIT $4`)} AND status = 'waiting'`)
