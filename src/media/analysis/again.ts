import { systemCaller } from '../../core/caller.js'
import type { Transact } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { statement, type Statement } from '../../database/sql.js'

/** Rows per transaction. */
const ROWS_PER_TRANSACTION = 500

/** $1 after this id, $2 limit */
const listBlobs = statement<{ id: string }>('media_blobs_walk', () =>
  'SELECT id FROM media_blobs WHERE id > $1 ORDER BY id LIMIT $2')

/** $1 JSON list of ids */
const forgetBlobs = statement('media_blobs_forget_analysis', (sql) =>
  `UPDATE media_blobs SET analysis = NULL, rendering = NULL WHERE ${sql.among('id', sql.strings('$1'))}`)

/** A table of work on files, each with the column of a blob that has the outcome. */
const tables = ([['media_analyses', 'analysis'], ['media_renderings', 'rendering']] as const).map(([table, column]) => ({
  column,
  /** $1 after this id, $2 limit */
  list: statement<{ id: string }>(`${table}_walk`, () => `SELECT id FROM ${table} WHERE id > $1 ORDER BY id LIMIT $2`),
  /** $1 JSON list of ids. Only for blobs without an outcome; work under way keeps its due time. */
  addToBacklog: statement(`${table}_add_to_backlog`, (sql) => `
    UPDATE ${table} SET backlog = true, quiet = (quiet OR status <> 'pending')
    WHERE ${sql.among('id', sql.strings('$1'))} AND due_at IS NULL AND EXISTS (
      SELECT 1 FROM media_files JOIN media_blobs ON media_blobs.id = media_files.blob_id
      WHERE media_files.id = ${table}.id AND media_files.status <> 'removed' AND media_blobs.${column} IS NULL)`),
  left: statement<{ files: number }>(`${table}_left`, () => `
    SELECT (SELECT COUNT(*) FROM ${table} WHERE backlog = true)
      + (SELECT COUNT(*) FROM ${table} WHERE due_at IS NOT NULL) AS files`)
}))

/** $1 JSON list of files whose blobs have no outcome */
export const addToBacklog = { analysis: tables[0]!.addToBacklog, rendering: tables[1]!.addToBacklog }

export interface Asked {
  /** Whether all files are wanted, or only those that were not done, or at which the service has failed. */
  readonly all: boolean
  /** Whether proxies are made too. */
  readonly proxies: boolean
}

const wanted = ({ proxies }: Pick<Asked, 'proxies'>) => tables.filter(({ column }) => proxies || column === 'analysis')

/** Queues files to be analysed, and to get proxies. */
export async function askAgain (
  { database, transact }: { database: Database, transact: Transact }, asked: Asked
): Promise<void> {
  const walk = async (list: Statement<{ id: string }>, mark: Statement) => {
    for (let after = ''; ;) {
      const rows = await database.reads.sql.all(list, [after, ROWS_PER_TRANSACTION])
      if (rows.length === 0) return
      const ids = JSON.stringify(rows.map(({ id }) => id))
      await transact(systemCaller(), async (tx) => { await tx.sql.run(mark, [ids]) })
      after = rows.at(-1)!.id
    }
  }
  if (asked.all) await walk(listBlobs, forgetBlobs)
  for (const { list, addToBacklog } of wanted(asked)) await walk(list, addToBacklog)
}

/** Counts the files that wait. One that waits for its analysis, and then for proxies, counts for two. */
export async function countLeft ({ reads: { sql } }: Database, asked: Pick<Asked, 'proxies'>): Promise<number> {
  let files = 0
  for (const { left } of wanted(asked)) files += (await sql.first(left, []))!.files
  return files
}
