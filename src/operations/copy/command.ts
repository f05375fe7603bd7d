import { systemCaller } from '../../core/caller.js'
import { withoutPassword } from '../../database/database.js'
import { openExistingDatabase, openMigratedDatabase } from '../../database/migrations.js'
import { startAlone } from '../../database/release/admission.js'
import { sqlitePath } from '../../database/sqlite-path.js'
import { OperatorMistake } from '../../errors.js'
import { createTransact } from '../../core/transact.js'
import { numberChanges } from '../../changes/numbering.js'
import type { Progress } from '../progress.js'
import { copyRows, isStillSame, type CopiedTable } from './copy.js'
import type { SourceStore, TargetStore } from './store.js'

export interface CopyOptions {
  /** URLs as in DATABASE_URL. */
  readonly from: string
  readonly to: string
  readonly progress: Progress
}

/** The output of the command. */
export interface CopyAnswer {
  readonly from: string
  readonly to: string
  readonly tables: Readonly<Record<string, { rows: number, sha256: string }>>
  /** False if the service has written since the copy began: another run takes that over. */
  readonly complete: boolean
  readonly duration_ms: number
}

/**
 * Copies all data from one database to another: migrates the target, copies, compares both, and reports whether
 * something was written since it began. The service may be running on the source. Throws OperatorMistake.
 */
export async function copyDatabase ({ from, to, progress }: CopyOptions): Promise<CopyAnswer> {
  const startedAt = Date.now()
  if (!/^(file:.|postgres(ql)?:\/\/.)/.test(to)) {
    throw new OperatorMistake('--to must be file:… for SQLite or postgres://… for PostgreSQL')
  }
  if (from === to || (isFile(from) && isFile(to) && sqlitePath(from) === sqlitePath(to))) {
    throw new OperatorMistake('--to names the database that is copied')
  }
  await numberAll(from)
  await makeTarget(to)

  const source = await openSource(from)
  const target = await openTarget(to).catch(async (error: unknown) => {
    await source.close()
    throw error
  })
  try {
    const tables = await copyRows(source, target, progress)
    const complete = await isComplete(from, source, tables) &&
      tables.every(({ table, rows }) => table !== INBOX || rows === 0)
    if (complete) await target.complete()
    return {
      from: withoutPassword(from),
      to: withoutPassword(to),
      tables: Object.fromEntries(tables.map(({ table, rows, sha256 }) => [table, { rows, sha256 }])),
      complete,
      duration_ms: Date.now() - startedAt
    }
  } finally {
    await target.close()
    await source.close()
  }
}

/** Brings the target up to date. It is of this release, whatever an earlier copy was of. */
async function makeTarget (url: string): Promise<void> {
  const database = await openMigratedDatabase(url, { setting: '--to' })
  await createTransact({ database })(systemCaller(), ({ sql }) => startAlone(sql)).finally(() => database.close())
}

/** Changes without a number, in an order that only their database knows. */
const INBOX = 'change_inbox'

/** Numbers everything in the source, as the inbox cannot be copied. */
async function numberAll (url: string): Promise<void> {
  const database = await openExistingDatabase(url)
  try {
    const transact = createTransact({ database })
    while (await transact(systemCaller(), numberChanges));
  } finally {
    await database.close()
  }
}

/**
 * Whether nothing was written since the source was opened. Most writes show in the history; those to webhooks,
 * deliveries, tokens and the last use of keys do not, and their tables are compared.
 */
async function isComplete (url: string, source: SourceStore, copied: readonly CopiedTable[]): Promise<boolean> {
  const now = await openSource(url)
  try {
    return await now.lastChange() === await source.lastChange() && await isStillSame(now, copied)
  } finally {
    await now.close()
  }
}

/** Loads the driver of this database only. */
async function openSource (url: string): Promise<SourceStore> {
  return isFile(url)
    ? (await import('./sqlite-store.js')).openSqliteSource(sqlitePath(url))
    : (await import('./postgresql-source.js')).openPostgresqlSource(url)
}

async function openTarget (url: string): Promise<TargetStore> {
  return isFile(url)
    ? (await import('./sqlite-store.js')).openSqliteTarget(sqlitePath(url))
    : (await import('./postgresql-target.js')).openPostgresqlTarget(url)
}

function isFile (url: string): boolean {
  return url.startsWith('file:')
}
