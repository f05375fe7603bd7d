import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { toDatabase } from '../../basics/time.js'
import type { Transact } from '../../core/transact.js'
import { removeRows } from '../../work/pieces/pieces.js'
import { isAbandoned, isTemporary } from './temporaries.js'

/** Tables whose rows expire with a signed URL: the marks of used URLs, and the lists of files for a ZIP. */
const expiring = ([['media_downloads', 'signature'], ['media_bundles', 'id']] as const).map(([table, key]) => ({
  /** $1 moment */
  anyExpired: statement(`${table}_any_expired`, (sql) => `
    SELECT ${key} FROM ${table} WHERE expires_at < ${sql.moment('$1')} ORDER BY expires_at LIMIT 1`),
  /** $1 moment, $2 limit */
  removeExpired: statement(`${table}_remove_expired`, (sql) => `
    DELETE FROM ${table} WHERE ${sql.among(key, `
      SELECT ${key} FROM ${table} WHERE expires_at < ${sql.moment('$1')} ORDER BY expires_at LIMIT $2`)}`)
}))

export interface SweepDependencies {
  readonly database: Database
  readonly transact: Transact
  /** The folder of temporary files. */
  readonly folder: string
  /** Called for each file and each transaction. */
  readonly onStep?: () => void
  readonly clock?: () => number
}

/** Removes leftovers: temporary files of killed processes that no row names, and what is kept for expired URLs. */
export async function sweepMedia (
  { database, transact, folder, onStep = () => {}, clock = Date.now }: SweepDependencies, signal: AbortSignal
): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (signal.aborted) return
    if (!isTemporary(name)) continue
    const path = join(folder, name)
    const { mtimeMs: modifiedAt } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (await isAbandoned(database, { name, modifiedAt }, clock())) await rm(path, { force: true })
    onStep()
  }
  const now = toDatabase(new Date(clock()))
  for (const { anyExpired, removeExpired } of expiring) {
    if (await database.reads.sql.first(anyExpired, [now]) === undefined) continue
    await removeRows(removeExpired, [now], { transact, signal, onPiece: onStep })
  }
}
