import type { FastifyBaseLogger } from 'fastify'
import { isEnabled } from '../../access/enabled-users.js'
import type { Transact } from '../../core/transact.js'
import type { Sql } from '../../database/sql.js'
import { LeaseLost } from '../../work/claims/claim.js'
import { keepProgress, LATER_MS, SOON_MS } from '../file-work/progress.js'
import { arrivedColumns, arrivedOf, arrivedValues, type FileRow } from '../rows.js'
import { sourceOf } from '../source.js'
import type { Arrived } from '../thread/messages.js'
import type { FileThread } from '../thread/thread.js'
import { dueFiles, type IngestClaim } from './claim.js'

/** Fast files keep the disk busy: a commit for each of their pieces would slow down requests on SQLite. */
const LITTLE_BYTES = 8 * 1024 ** 2

/** $4 and following: what has arrived */
const keep = dueFiles.held('keep', () => arrivedColumns(4))

/**
 * Whether the file may be fetched on: what comes by URL ends with its user. What was uploaded has all its bytes, and
 * what is read from a location is its holder's.
 */
export async function mayFetch (sql: Sql, file: FileRow): Promise<boolean> {
  return sourceOf(file).kind !== 'url' || await isEnabled(sql, file)
}

export type Arriving = ReturnType<typeof keepArriving>

export interface ArrivingDependencies {
  readonly transact: Transact
  readonly thread: Pick<FileThread, 'discard'>
  readonly log: FastifyBaseLogger
}

/** Stores what has arrived of a file, so that another attempt resumes there. */
export function keepArriving (claim: IngestClaim, { transact, thread, log }: ArrivingDependencies) {
  let arrived = arrivedOf(claim.row)
  /** What the row has. */
  let written = arrived
  const { writeWithin, signal, stop, end } = keepProgress({
    log,
    async write () {
      const latest = arrived
      const goesOn = await transact(claim.caller, async (tx) => {
        await dueFiles.update(tx, claim, keep, arrivedValues(latest))
        return mayFetch(tx.sql, claim.row)
      })
      await keepOnly(latest)
      // The next attempt settles it.
      if (!goesOn) stop(new LeaseLost())
    }
  })

  /** The row names this temporary file, or none: an earlier one is removed. Until then an attempt would resume it. */
  async function keepOnly (kept: Arrived | null): Promise<void> {
    const before = written
    written = kept
    if (before === null || before.partial === kept?.partial) return
    await thread.discard(before.partial).catch((error: unknown) =>
      log.error({ err: error }, 'a temporary file could not be removed')
    )
  }

  return {
    signal,
    end,
    keepOnly,
    /** What is on disk. */
    get arrived () { return arrived },
    note (latest: Arrived): void {
      arrived = latest
      writeWithin(isWorthACommit(written, latest) ? SOON_MS : LATER_MS)
    }
  }
}

/** The first bytes of a file are always stored, so that it can be resumed. Fast files are stored now and then. */
function isWorthACommit (written: Arrived | null, latest: Arrived): boolean {
  return written === null || written.partial !== latest.partial || written.bytes === 0 ||
    latest.bytes - written.bytes < LITTLE_BYTES
}
