import { statement } from '../../database/sql.js'

/** The setting with the epoch of the history. It is absent before the first renewal. */
const EPOCH = 'history_epoch'

/** The last number of an account, and the epoch. */
export interface HistoryState {
  readonly number: number
  readonly epoch: string | null
}

/** $1 account */
export const findState = statement<HistoryState>('changes_state', () => `
  SELECT COALESCE(MAX(number), 0) AS number,
    (SELECT value FROM settings WHERE name = '${EPOCH}') AS epoch
  FROM changes WHERE account_id = $1`)

export const findEpoch = statement<Pick<HistoryState, 'epoch'>>(
  'history_epoch',
  () => `SELECT (SELECT value FROM settings WHERE name = '${EPOCH}') AS epoch`
)

/** $1 epoch */
export const storeEpoch = statement('history_epoch_store', () => `
  INSERT INTO settings (name, value) VALUES ('${EPOCH}', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`)

/** Thrown to readers with a place of an earlier epoch. */
export class HistoryRenewed extends Error {}
