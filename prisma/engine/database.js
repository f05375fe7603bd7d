import { CodedError } from './errors.js'
import { openPostgresql } from './postgresql.js'
import { openMemory, openSqlite } from './sqlite.js'

/**
 * The database of a URL, for the engine: `factory` makes adapters for it, `shadowFactory` those for a shadow database
 * only, `check` throws if it cannot be used, and `create` makes it. Nothing is opened yet.
 */
export function openDatabase (url) {
  if (url === undefined) return openMemory()
  if (url.startsWith('file:')) return openSqlite(url)
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) return openPostgresql(url)
  throw new CodedError('P1013', 'DATABASE_URL must be file:… for SQLite or postgres://… for PostgreSQL')
}
