import type { Transaction } from '../../core/transact.js'
import { statement, type Sql } from '../../database/sql.js'

/** The error of those that were paused because their database is a copy. It goes with the next look. */
const COPIED = 'It is paused, as the database is a copy: another service may look at the same folder'

/** $1 error */
const pauseAll = statement('drop_folders_pause_all', () => `
  UPDATE drop_folders SET paused = TRUE, error = $1, due_at = NULL, lease_token = NULL
  WHERE location IS NOT NULL AND paused = FALSE`)

/** $1 error */
const countPaused = statement<{ count: number }>('drop_folders_count_paused', () => `
  SELECT COUNT(*) AS count FROM drop_folders WHERE paused = TRUE AND error = $1 AND removed_at IS NULL`)

/** Pauses those with a location in a database that is a copy: two services must not take the same files. */
export async function pauseInCopy ({ sql }: Transaction): Promise<void> {
  await sql.run(pauseAll, [COPIED])
}

/** Says that some are still paused since then. Null if none is. */
export async function saysPaused (sql: Sql): Promise<string | null> {
  const { count } = (await sql.first(countPaused, [COPIED]))!
  if (count === 0) return null
  const which = count === 1 ? '1 drop folder is' : `${count} drop folders are`
  return `${which} paused since a restore or a copy: another service may look at the same folders`
}
