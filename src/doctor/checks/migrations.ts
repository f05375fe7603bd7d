import { notedMigrations, pendingMigrations } from '../../database/migrations.js'
import { migrationNames } from '../../database/migrate/migrate.js'
import { requireNotOlder } from '../../database/migrate/mismatch.js'
import { readRelease, requireWritable } from '../../database/release/row.js'
import { statement, type Sql } from '../../database/sql.js'
import { version } from '../../basics/version.js'
import { failure, inDatabase, ok, warning } from '../check.js'

/** Indexes that were begun and are not being made now. */
const invalidIndexes = statement<{ name: string }>('', () => `
  SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE NOT i.indisvalid AND n.nspname = current_schema()
    AND NOT EXISTS (SELECT 1 FROM pg_stat_progress_create_index p WHERE p.index_relid = i.indexrelid)
  ORDER BY c.relname`)

/** The tables are those that this release works with. */
export const migrations = inDatabase('migrations', async (database) => {
  const { sql } = database.reads
  const noted = await notedMigrations(database)
  const known = await migrationNames(sql.dialect.name)
  try {
    requireNotOlder(noted.map(({ name }) => name), known)
    const row = await readRelease(database)
    if (row !== null) requireWritable(row, version)
  } catch (error) {
    return failure((error as Error).message, 'Start the release that it is of')
  }
  const begun = noted.find(({ finished }) => finished === 0)
  if (begun !== undefined) {
    return failure(`${begun.name} was begun, and is not done`, 'npx prisma migrate resolve --help says how it is mended')
  }
  const invalid = await listInvalid(sql)
  if (invalid.length > 0) {
    return failure(`Indexes are not valid: ${invalid.join(', ')}`, `REINDEX INDEX CONCURRENTLY ${invalid[0]}`)
  }
  const missing = await pendingMigrations(database)
  return missing.length === 0
    ? ok(`All ${known.length} are applied`)
    : warning(`${missing.length} are missing, which the start applies: ${missing.join(', ')}`, 'Start the service')
})

async function listInvalid (sql: Sql): Promise<string[]> {
  if (sql.dialect.name === 'sqlite') return []
  return (await sql.all(invalidIndexes, [])).map(({ name }) => name)
}
