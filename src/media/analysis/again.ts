import { systemCaller } from '../../core/caller.js'
import type { Transact } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'

/** Rows per transaction. */
const ROWS_PER_TRANSACTION = 500

/** $1 after this id, $2 limit */
const listBlobs = statement('media_blobs_walk', () => 'SELECT id FROM media_blobs WHERE id > $1 ORDER BY id LIMIT $2')
const listFiles = statement('media_analyses_walk', () =>
  'SELECT id FROM media_analyses WHERE id > $1 ORDER BY id LIMIT $2')

/** $1 JSON list of ids */
const forgetBlobs = statement('media_blobs_forget_analysis', (sql) =>
  `UPDATE media_blobs SET analysis = NULL WHERE ${sql.among('id', sql.strings('$1'))}`)

/** $1 JSON list of ids. Only for blobs without an analysis; an analysis under way keeps its due time. */
const addToBacklog = statement('media_analyses_add_to_backlog', (sql) => `
  UPDATE media_analyses SET backlog = true, quiet = (quiet OR status <> 'pending')
  WHERE ${sql.among('id', sql.strings('$1'))} AND due_at IS NULL AND EXISTS (
    SELECT 1 FROM media_files JOIN media_blobs ON media_blobs.id = media_files.blob_id
    WHERE media_files.id = media_analyses.id AND media_blobs.analysis IS NULL)`)

/** Queues the files that were not analysed, or that the service has failed at; or all files again. */
export async function askAgain (
  { database, transact }: { database: Database, transact: Transact }, { all }: { all: boolean }
): Promise<void> {
  const walk = async (list: typeof listBlobs, mark: typeof forgetBlobs) => {
    for (let after = ''; ;) {
      const rows = await database.reads.sql.all<{ id: string }>(list, [after, ROWS_PER_TRANSACTION])
      if (rows.length === 0) return
      const ids = JSON.stringify(rows.map(({ id }) => id))
      await transact(systemCaller(), async (tx) => { await tx.sql.run(mark, [ids]) })
      after = rows.at(-1)!.id
    }
  }
  if (all) await walk(listBlobs, forgetBlobs)
  await walk(listFiles, addToBacklog)
}

const left = statement('media_analyses_left', () => `
  SELECT (SELECT COUNT(*) FROM media_analyses WHERE backlog = true)
    + (SELECT COUNT(*) FROM media_analyses WHERE due_at IS NOT NULL) AS files`)

/** Counts the files that wait for their analysis. */
export async function countLeft ({ reads: { sql } }: Database): Promise<number> {
  return Number((await sql.first<{ files: number | string }>(left, []))!.files)
}
