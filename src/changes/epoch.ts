import { statement } from '../database/sql.js'

/** The setting that tells one life of the history from the next: absent until it was renewed for the first time. */
const EPOCH = 'history_epoch'

/** The end of an account's changes, and the epoch. */
export interface HistoryState {
  readonly number: number
  readonly epoch: string | null
}

/** $1 account */
export const findState = statement('changes_state', () => `
  SELECT CAST(COALESCE(MAX(number), 0) AS double precision) AS number,
    (SELECT value FROM settings WHERE name = '${EPOCH}') AS epoch
  FROM changes WHERE account_id = $1`)

export const findEpoch = statement(
  'history_epoch',
  () => `SELECT (SELECT value FROM settings WHERE name = '${EPOCH}') AS epoch`
)

/** $1 epoch */
export const storeEpoch = statement('history_epoch_store', () => `
  INSERT INTO settings (name, value) VALUES ('${EPOCH}', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`)

/** Thrown to who reads on from a place in a history that has been replaced by another one. */
export class HistoryRenewed extends Error {}
