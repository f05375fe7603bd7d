import { existsSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { sqlitePath } from '../database/sqlite-path.js'
import { OperatorMistake } from '../errors.js'
import { makeFolder } from '../basics/folders.js'
import type { Progress } from './progress.js'
import { copyFileOfSqlite, dropIndex, putInPlace, removeSqlite, requireWhole } from './sqlite-file.js'

export interface BackupOptions {
  readonly databaseUrl: string
  /** The file to write. */
  readonly to: string
  /** Whether to replace an existing file. */
  readonly force: boolean
  readonly progress: Progress
}

/**
 * Writes a snapshot of the database into a file while the service may be running. The file is checked, and appears when
 * it is complete. SQLite only. Throws OperatorMistake.
 */
export async function backUp ({ databaseUrl, to, force, progress }: BackupOptions) {
  const startedAt = Date.now()
  if (!databaseUrl.startsWith('file:')) {
    throw new OperatorMistake('backup is for SQLite: back PostgreSQL up with pg_dump --format=custom --file=FILE, and restore it with pg_restore')
  }
  const source = sqlitePath(databaseUrl)
  const file = resolve(to)
  if (existsSync(file) && existsSync(source) && await realpath(file) === await realpath(source)) {
    throw new OperatorMistake(`${file} is the database itself`)
  }
  if (existsSync(file) && !force) {
    throw new OperatorMistake(`${file} exists: choose another name, or add --force to replace it`)
  }
  await makeFolder(dirname(file))

  const partial = `${file}.partial`
  try {
    await copyFileOfSqlite(source, partial, progress)
    await dropIndex(partial)
    await requireWhole(partial)
    await putInPlace(partial, file)
  } catch (error) {
    await removeSqlite(partial)
    throw error
  }
  return { file, bytes: (await stat(file)).size, duration_ms: Date.now() - startedAt }
}
