import { toDatabase } from '../../basics/time.js'
import { DAY_MS } from '../../basics/units.js'
import { systemCaller } from '../../core/caller.js'
import type { Background } from '../../domain.js'
import { statement } from '../../database/sql.js'
import { removalsOf } from './removals.js'
import { removeRows } from '../../work/pieces/pieces.js'

/** How long a run is kept after its end. */
const KEPT_MS = 30 * DAY_MS
/** Runs that one transaction forgets. */
const AT_ONCE = 100

/** $1 latest end, $2 limit */
const listOld = statement<{ id: string }>('action_runs_old', (sql) => `
  SELECT id FROM action_runs WHERE finished_at <= ${sql.moment('$1')} ORDER BY finished_at, id LIMIT $2`)

/** $1 JSON list of runs */
const removals = removalsOf('old', (sql) => sql.strings('$1'))

/** $1 limit: revisions by which no run is made any more, and none was */
const removeRevisions = statement('action_revisions_remove_old', () => `
  DELETE FROM action_revisions WHERE (action_id, number) IN (
    SELECT v.action_id, v.number FROM action_revisions AS v
    WHERE NOT EXISTS (SELECT 1 FROM actions AS a
      WHERE a.id = v.action_id AND a.revision = v.number AND a.deleted_at IS NULL)
    AND (SELECT r.id FROM action_runs AS r WHERE r.action_id = v.action_id AND r.revision = v.number LIMIT 1) IS NULL
    LIMIT $1)`)

/** $1 limit: deleted actions that no run needs */
const removeActions = statement('actions_remove_old', (sql) => `
  DELETE FROM actions WHERE ${sql.among('id', `SELECT id FROM actions WHERE deleted_at IS NOT NULL
    AND (SELECT r.id FROM action_runs AS r WHERE r.action_id = actions.id LIMIT 1) IS NULL ORDER BY deleted_at, id LIMIT $1`)}`)

/** Forgets runs that ended long ago, and then the revisions and the deleted actions that nothing needs any more. */
export function createRetention ({ database, transact }: Background) {
  return async function run (signal: AbortSignal, heartbeat: () => void): Promise<'more' | void> {
    const before = toDatabase(new Date(Date.now() - KEPT_MS))
    const old = await database.reads.sql.all(listOld, [before, AT_ONCE])
    if (old.length > 0) {
      const ids = JSON.stringify(old.map(({ id }) => id))
      await transact(systemCaller(), async (tx) => { for (const removal of removals) await tx.sql.run(removal, [ids]) })
      return 'more'
    }
    const options = { transact, signal, onPiece: heartbeat, limit: AT_ONCE }
    await removeRows(removeRevisions, [], options)
    await removeRows(removeActions, [], options)
  }
}
