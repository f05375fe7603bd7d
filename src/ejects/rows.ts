import type { Static } from '@sinclair/typebox'
import { statement, type Dialect } from '../database/sql.js'
import type { Eject, EjectStatus, Rendition } from './schema.js'

export type EjectedType = 'asset' | 'project' | 'collection'

/** An eject as the statements below read it. */
export interface EjectRow {
  readonly id: string
  readonly account_id: number
  readonly user_id: number
  readonly drop_folder_id: number
  readonly type: EjectedType
  readonly rendition: Rendition
  /** Below the path of the drop folder. */
  readonly path: string
  /** The name that its folder should have; null for a mere file. */
  readonly folder: string | null
  /** The name that its folder has got. */
  readonly name: string | null
  readonly status: EjectStatus
  readonly files: number
  readonly done: number
  readonly failed: number
  readonly size: number
  /** Bytes that are dealt with. */
  readonly written: number
  readonly created_at: string
  readonly finished_at: string | null
}

const columns = (sql: Dialect) => `id, account_id, user_id, drop_folder_id, type, rendition, path, folder, name, status, files, done, failed,
  size, written, ${sql.milliseconds('created_at')} AS created_at, ${sql.milliseconds('finished_at')} AS finished_at`

/** $1 account, $2 id */
export const findEject = statement<EjectRow>('ejects_find', (sql) =>
  `SELECT ${columns(sql)} FROM ejects WHERE account_id = $1 AND id = $2`)

/** $1 account, $2 id: who changes an eject, or one of its files, locks the eject first */
export const lockEject = statement<EjectRow>('ejects_lock', (sql) =>
  `SELECT ${columns(sql)} FROM ejects WHERE account_id = $1 AND id = $2 ${sql.forUpdate}`)

const list = (name: string, condition: string) => statement<EjectRow>(name, (sql) => `
  SELECT ${columns(sql)} FROM ejects WHERE account_id = $1 AND id < $2 ${condition} ORDER BY id DESC LIMIT $3`)

/** $1 account, $2 before this id, $3 limit */
export const listEjects = list('ejects_list', '')

/** The same, $4 user */
export const listEjectsOfUser = list('ejects_list_of_user', 'AND user_id = $4')

/**
 * $1 id, $2 account, $3 user, $4 drop folder, $5 type, $6 rendition, $7 path, $8 folder, $9 files, $10 failed,
 * $11 size, $12 time
 */
export const insertEject = statement('ejects_insert', (sql) => `
  INSERT INTO ejects (id, account_id, user_id, drop_folder_id, type, rendition, path, folder, status, files, failed,
    size, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', $9, $10, $11, ${sql.moment('$12')})`)

/** $1 account, $2 id, $3 done, $4 failed, $5 bytes: more of each */
export const advanceEject = statement('ejects_advance', () => `
  UPDATE ejects SET status = 'running', done = done + CAST($3 AS integer), failed = failed + CAST($4 AS integer),
    written = written + CAST($5 AS bigint)
  WHERE account_id = $1 AND id = $2`)

/** $1 account, $2 id, $3 status, $4 time */
export const finishEject = statement('ejects_finish', (sql) => `
  UPDATE ejects SET status = $3, finished_at = ${sql.moment('$4')} WHERE account_id = $1 AND id = $2`)

/** Whether an eject goes on. */
export const isUnderWay = ({ status }: Pick<EjectRow, 'status'>): boolean =>
  status === 'pending' || status === 'running'

/** The eject as the API shows it. */
export function presentEject (row: EjectRow): Static<typeof Eject> {
  const { id, status, files, done, failed, size, written } = row
  return {
    id,
    status,
    files,
    done,
    failed,
    size,
    progress: status === 'done' ? 1 : size === 0 ? 0 : Math.min(1, written / size),
    user_id: row.user_id,
    created_at: row.created_at,
    finished_at: row.finished_at
  }
}
