import { dialect as postgresqlDialect } from '../postgresql/dialect.js'
import { admit, rowOf } from '../release/admission.js'
import { listSeen, type SeenProcess } from '../release/processes.js'
import { findRelease, type ReleaseRow } from '../release/row.js'
import { compareMinors } from '../release/versions.js'
import { sqliteDialect } from '../sqlite-sql.js'
import type { DialectName, Migrating } from './migrate.js'
import { quoted } from './notes.js'

const dialects = { sqlite: sqliteDialect, postgresql: postgresqlDialect } as const

export interface Starting {
  /** The release that starts. */
  readonly release: string
  /** Whether its upgrade is finished by the command alone. */
  readonly isManual?: boolean
}

/**
 * Notes that a release starts, before it migrates. Returns whether the database has said before of which it is. Throws
 * DatabaseNewer or OperatorMistake as `admit` does.
 */
export async function noteStart (
  migrating: Migrating, name: DialectName, { release, isManual = false }: Starting
): Promise<boolean> {
  const row = await readRow(migrating, name)
  if (row === null) return false
  const admitted = admit(row, release, name === 'postgresql' && await areOthersAtWork(migrating, release))
  // SQLite belongs to one process, so that nobody is left to wait for.
  const isUpgrade = compareMinors(release, row.release) > 0
  await storeRow(migrating, isUpgrade && name === 'sqlite' && !isManual ? rowOf(release) : admitted)
  return true
}

/** Notes of which release a new database is, after it was migrated. */
export async function noteFirst (migrating: Migrating, name: DialectName, { release }: Starting): Promise<void> {
  if (await readRow(migrating, name) !== null) await storeRow(migrating, rowOf(release))
}

/** Null in a database from before there was the row. */
async function readRow ({ tables, rows }: Migrating, name: DialectName): Promise<ReleaseRow | null> {
  const names = (await rows<{ name: string }>(tables)).map(({ name }) => name)
  if (!names.includes('database_release')) return null
  return (await rows<ReleaseRow>(findRelease.text(dialects[name])))[0] ?? null
}

/** Whether processes of another minor are at work. */
async function areOthersAtWork ({ rows }: Migrating, release: string): Promise<boolean> {
  const seen = await rows<SeenProcess>(listSeen.text(dialects.postgresql))
  return seen.some((each) => each.stopped === 0 && compareMinors(each.release, release) !== 0)
}

async function storeRow ({ run }: Migrating, { release, works_with: worksWith, finished }: ReleaseRow): Promise<void> {
  await run(`UPDATE database_release
    SET release = ${quoted(release)}, works_with = ${quoted(worksWith)}, finished = ${quoted(finished)}`)
}
