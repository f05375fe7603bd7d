import { toDatabase } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import type { Claim, WorkRow } from '../../work/claims/claim.js'
import type { DueRows } from '../../work/claims/due-rows.js'
import { removeKeys } from '../housekeeping/release.js'

/** A row of work on the bytes of a file: its analysis, its proxies. `id` is that of the file. */
export interface FileWorkRow extends WorkRow {
  readonly id: string
  /** Whether events are left out: the file is old, or its events are written already. */
  readonly quiet: boolean | number
  /** Consecutive attempts that failed by the service's own fault. */
  readonly failures: number
  /** A JSON array of keys that an unfinished attempt may have stored, or null. */
  readonly staged: string | null
}

/** The columns of a FileWorkRow, and the status, which is the table's own. */
export const fileWorkColumns = (table: string) => (): string => `id, account_id, user_id, status, quiet, failures, staged,
  (SELECT file.run_id FROM media_files AS file WHERE file.id = ${table}.id) AS run_id,
  (SELECT file.guest_id FROM media_files AS file WHERE file.id = ${table}.id) AS guest_id`

/** A file whose bytes are worked on, with its blob. */
export interface WorkedFile {
  readonly asset_id: string
  readonly blob_id: string
  readonly sha256: string
  readonly size: number
  readonly key: string
  readonly status: 'ready' | 'replaced'
}

/** $1 file, $2 account */
export const findWorkedFile = statement<WorkedFile>('media_worked_file', () => `
  SELECT file.asset_id, file.status, blob.id AS blob_id, blob.sha256, blob.size, blob.key
  FROM media_files AS file JOIN media_blobs AS blob ON blob.id = file.blob_id
  WHERE file.id = $1 AND file.account_id = $2 AND file.status IN ('ready', 'replaced')`)

export type FileWork<Row extends FileWorkRow> = ReturnType<typeof fileWork<Row>>

/** The changes of a held row, the same for each table of work on files. Called once for each, at module level. */
export function fileWork<Row extends FileWorkRow> (rows: DueRows<Row>) {
  /** $4 JSON list of keys */
  const stage = rows.held('stage', () => 'staged = $4')
  /** $4 status */
  const finish = rows.held('finish', () =>
    'status = $4, due_at = NULL, lease_token = NULL, staged = NULL, failures = 0, quiet = true, backlog = false')
  /** $4 due, $5 failures */
  const postpone = rows.held('postpone', (sql) =>
    `due_at = ${sql.moment('$4')}, lease_token = NULL, failures = $5`)

  /** Releases what an unfinished attempt may have stored. */
  async function releaseStaged (tx: Transaction, { row: { staged } }: Claim<Row>): Promise<void> {
    await removeKeys(tx, staged === null ? [] : JSON.parse(staged) as string[])
  }

  return {
    releaseStaged,

    /** Notes the keys of what is about to be stored, and releases those of an unfinished attempt. */
    async stageKeys (tx: Transaction, claim: Claim<Row>, keys: readonly string[]): Promise<void> {
      await rows.update(tx, claim, stage, [JSON.stringify(keys)])
      await releaseStaged(tx, claim)
    },

    /** Schedules another attempt. */
    pause: (tx: Transaction, claim: Claim<Row>, dueAt: Date, failures: number): Promise<void> =>
      rows.update(tx, claim, postpone, [toDatabase(dueAt), failures]),

    /** Ends the work on the file. */
    finish: (tx: Transaction, claim: Claim<Row>, status: string): Promise<void> =>
      rows.update(tx, claim, finish, [status])
  }
}
