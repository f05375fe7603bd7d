import { setTimeout as pause } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { createYielder } from '../work/turns/yielding.js'
import { Overloaded } from '../errors.js'
import { createCommitHooks } from './commit-hooks.js'
import type { Batch, Waiting } from './commit-queue.js'
import type { BeforeCommit, Connection } from './database.js'

/** After this time works give way to whoever reads. */
const TURN_MS = 10
/** How often a transaction asks for its turn while another process writes. */
const BUSY_POLL_MS = 2

export interface SqliteCommitsOptions {
  /** The longest wait for another process that writes. */
  readonly busyTimeoutMs: number
  readonly isUnfit?: () => boolean
  /** Done before each transaction, which waits for it. It never fails. */
  readonly beforeBegin?: () => Promise<void>
}

/**
 * The commits of SQLite's one writer. Each work runs in a savepoint of its own, so that one's failure undoes nothing of
 * another. Where another process writes for longer than `busyTimeoutMs`, the works that waited for it are rejected with
 * Overloaded, and so is everything while the file is unfit: what is written would be lost, or cannot be written.
 */
export function createSqliteCommits (
  driver: Sqlite.Database,
  connection: Connection,
  { busyTimeoutMs, isUnfit = () => false, beforeBegin = async () => {} }: SqliteCommitsOptions
): (batch: Batch) => Promise<void> {
  const begin = driver.prepare('BEGIN IMMEDIATE')
  const commit = driver.prepare('COMMIT')
  const rollback = driver.prepare('ROLLBACK')
  const savepoint = driver.prepare('SAVEPOINT work')
  const release = driver.prepare('RELEASE work')
  const undo = driver.prepare('ROLLBACK TO work')

  async function commitBatch (batch: Batch): Promise<void> {
    await beforeBegin()
    const refusal = await beginWhenFree()
    if (refusal !== null) for (const job of batch.take()) job.reject(refusal)
    else if (!await commitTogether(batch)) for (const job of batch.taken) await commitAlone(job)
  }

  /** SQLite's own waiting would hold up everything else in this process: its driver sleeps on the main thread. */
  async function beginWhenFree (): Promise<unknown> {
    const deadline = performance.now() + busyTimeoutMs
    if (isUnfit()) return new Overloaded()
    for (;;) {
      try {
        begin.run()
        return null
      } catch (error) {
        if (!isBusy(error)) return error
        if (performance.now() >= deadline) return new Overloaded()
        await pause(BUSY_POLL_MS)
      }
    }
  }

  /**
   * Says whether the works were answered. Where what they do together before the commit fails, each is to be done by
   * itself.
   */
  async function commitTogether ({ take, taken }: Batch): Promise<boolean> {
    const answers: Array<() => void> = []
    const hooks = createCommitHooks()
    let isFinishing = false
    try {
      const yieldNow = createYielder(TURN_MS)
      for (const job of take()) {
        await yieldNow()
        answers.push(await runInSavepoint(job, hooks.leave))
      }
      isFinishing = true
      await hooks.run(connection.sql)
      isFinishing = false
      commit.run()
      // Meanwhile the file may have gone, and the commit with it.
      if (isUnfit()) throw new Overloaded()
    } catch (error) {
      if (driver.inTransaction) rollback.run()
      if (isFinishing && taken.length > 1) return false
      for (const job of taken) job.reject(error)
      return true
    }
    for (const answer of answers) answer()
    return true
  }

  async function commitAlone (job: Waiting): Promise<void> {
    const refusal = await beginWhenFree()
    if (refusal === null) await commitTogether({ take: () => [job], taken: [job] })
    else job.reject(refusal)
  }

  /** Throws only where SQLite has given up the whole transaction, as it does when the disk is full. */
  async function runInSavepoint (job: Waiting, beforeCommit: BeforeCommit): Promise<() => void> {
    savepoint.run()
    try {
      const hooks = createCommitHooks()
      const value = await job.work(connection, hooks.leave)
      release.run()
      hooks.passTo(beforeCommit)
      return () => job.resolve(value)
    } catch (error) {
      if (!driver.inTransaction) throw error
      undo.run()
      release.run()
      return () => job.reject(error)
    }
  }

  return commitBatch
}

function isBusy (error: unknown): boolean {
  return (error as { code?: string }).code?.startsWith('SQLITE_BUSY') ?? false
}
