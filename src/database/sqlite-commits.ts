import { setTimeout as pause } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { createYielder } from '../work/turns/yielding.js'
import { Overloaded } from '../errors.js'
import { createCommitHooks } from './commit-hooks.js'
import type { Batch, WaitingWork } from './commit-queue.js'
import type { BeforeCommit, Connection } from './interface.js'
import { isFileHeld } from './outages.js'
import { timeStages, type EndStage, type OnStage } from './stages.js'

/** How often a transaction tries to begin while another process writes. */
const BUSY_POLL_MS = 2

export interface SqliteCommitsOptions {
  /** The longest wait for another process that writes. */
  readonly busyTimeoutMs: number
  readonly isUnfit?: () => boolean
  /** Runs before each transaction, which waits for it. Never fails. */
  readonly beforeBegin?: () => Promise<void>
  readonly onStage?: OnStage
}

/**
 * The commits of SQLite's one writer. Each unit of work has a savepoint of its own, so that a failure undoes no other.
 * If another process writes for longer than `busyTimeoutMs`, waiting units are rejected with Overloaded. While the file
 * is unfit, all units are: their writes would fail or be lost.
 */
export function createSqliteCommits (
  driver: Sqlite.Database,
  connection: Connection,
  { busyTimeoutMs, isUnfit = () => false, beforeBegin = async () => {}, onStage = () => {} }: SqliteCommitsOptions
): (batch: Batch) => Promise<void> {
  const begin = driver.prepare('BEGIN IMMEDIATE')
  const commit = driver.prepare('COMMIT')
  const rollback = driver.prepare('ROLLBACK')
  const savepoint = driver.prepare('SAVEPOINT work')
  const release = driver.prepare('RELEASE work')
  const undo = driver.prepare('ROLLBACK TO work')

  async function commitBatch (batch: Batch): Promise<void> {
    const endStage = timeStages(onStage)
    await beforeBegin()
    endStage('checkpoint')
    if (await attempt(batch, endStage)) return
    for (const job of batch.taken) await attempt({ take: () => [job], taken: [job] }, endStage)
  }

  /** Returns whether the units were answered. */
  async function attempt (batch: Batch, endStage: EndStage): Promise<boolean> {
    const refusal = await beginWhenFree()
    endStage('lock')
    if (refusal === null) return await commitTogether(batch, endStage)
    for (const job of batch.take()) job.reject(refusal)
    return true
  }

  /** SQLite's own wait would block this process: its driver sleeps on the main thread. */
  async function beginWhenFree (): Promise<unknown> {
    const deadline = performance.now() + busyTimeoutMs
    if (isUnfit()) return new Overloaded()
    for (;;) {
      try {
        begin.run()
        return null
      } catch (error) {
        if (!isFileHeld(error)) return error
        if (performance.now() >= deadline) return new Overloaded()
        await pause(BUSY_POLL_MS)
      }
    }
  }

  /** Returns false if the hooks of several units have failed before the commit: each has to be done alone. */
  async function commitTogether ({ take, taken }: Batch, endStage: EndStage): Promise<boolean> {
    const answers: Array<() => void> = []
    const hooks = createCommitHooks()
    let isFinishing = false
    try {
      const yieldNow = createYielder()
      let yieldedMs = 0
      for (const job of take()) {
        const since = performance.now()
        await yieldNow()
        yieldedMs += performance.now() - since
        answers.push(await runInSavepoint(job, hooks.leave))
      }
      onStage('loop', yieldedMs)
      endStage('statements', yieldedMs)
      isFinishing = true
      await hooks.run(connection.sql)
      isFinishing = false
      endStage('consumers')
      commit.run()
      endStage('sync')
      // The file may have been removed during the commit, which is then lost.
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

  /** Throws only if SQLite has rolled back the whole transaction, as it does when the disk is full. */
  async function runInSavepoint (job: WaitingWork, beforeCommit: BeforeCommit): Promise<() => void> {
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
