import type { Dialect } from './sql.js'

/** Selects the names of all tables, without the database's own. */
export const selectTables: Readonly<Record<Dialect['name'], string>> = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'",
  postgresql: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()'
}
