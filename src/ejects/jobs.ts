import { toDatabase } from '../basics/time.js'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../basics/units.js'
import { systemCaller } from '../core/caller.js'
import { statement } from '../database/sql.js'
import type { Job } from '../work/loop/loop.js'
import { createAttendant } from '../work/claims/attendant.js'
import type { Worker } from '../work/claims/worker.js'
import { removeRows } from '../work/pieces/pieces.js'
import { createAttempts, type AttemptDependencies } from './attempt.js'
import { dueFiles, EJECT_JOB } from './files.js'
import { PAUSE_MS } from './retry.js'

/** Files that are written at the same time, of an account. */
const AT_ONCE = 2
/** How long ended ejects are kept. */
const KEPT_MS = 30 * DAY_MS

/** $1 latest end */
const listOld = statement<{ id: string }>('ejects_old', (sql) => `
  SELECT id FROM ejects WHERE finished_at <= ${sql.moment('$1')} ORDER BY finished_at, id LIMIT 100`)

/** $1 eject, $2 limit */
const removeFiles = statement('eject_files_remove', (sql) => `
  DELETE FROM eject_files WHERE eject_id = $1
    AND ${sql.among('position', 'SELECT position FROM eject_files WHERE eject_id = $1 ORDER BY position LIMIT $2')}`)

/** $1 eject */
const remove = statement('ejects_remove', () => 'DELETE FROM ejects WHERE id = $1')

export interface JobDependencies extends AttemptDependencies {
  readonly worker: Worker
  readonly clock?: () => Date
}

/** Writes files, and forgets ejects that ended long ago. */
export function createEjectJobs ({ worker, clock, ...dependencies }: JobDependencies) {
  const { database, transact, log } = dependencies
  const attendant = createAttendant({
    rows: dueFiles,
    database,
    transact,
    worker,
    longestDelayMs: PAUSE_MS,
    mostAtOnce: AT_ONCE,
    attend: createAttempts(dependencies),
    log,
    ...clock !== undefined && { clock }
  })

  async function forget (signal: AbortSignal, heartbeat: () => void): Promise<'more' | void> {
    const old = await database.reads.sql.all(listOld, [toDatabase(new Date(Date.now() - KEPT_MS))])
    for (const { id } of old) {
      if (!await removeRows(removeFiles, [id], { transact, signal, onPiece: heartbeat })) return
      await transact(systemCaller(), async (tx) => { await tx.sql.run(remove, [id]) })
    }
    if (old.length > 0) return 'more'
  }

  const jobs: Job[] = [
    { name: EJECT_JOB, intervalMs: 2 * SECOND_MS, run: attendant.look },
    { name: 'eject-retention', intervalMs: HOUR_MS, run: forget }
  ]
  return { jobs, stop: attendant.stop }
}
