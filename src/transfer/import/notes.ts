import { digest } from '../../basics/secrets.js'
import { statement, type Sql } from '../../database/sql.js'

/** $1 import, $2 name */
const find = statement<{ value: string }>('import_notes_find', () =>
  'SELECT value FROM import_notes WHERE import_id = $1 AND name = $2')

/** $1 import, $2 name, $3 value */
const store = statement('import_notes_store', () => `
  INSERT INTO import_notes (import_id, name, value) VALUES ($1, $2, $3) ON CONFLICT (import_id, name) DO UPDATE
    SET value = excluded.value`)

/** Notes of rows for later rows of the import. */
export function createNotes (sql: Sql, importId: string) {
  return {
    read: async (name: string): Promise<string | undefined> =>
      (await sql.first(find, [importId, name]))?.value,
    write: async (name: string, value: string): Promise<void> => {
      await sql.run(store, [importId, name, value])
    }
  }
}

export type Notes = ReturnType<typeof createNotes>

/** A file may call its items by names of any length. */
export const nameNote = (fileId: string) => `made ${digest(fileId)}`
