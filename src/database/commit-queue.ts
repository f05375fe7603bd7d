import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { createYielder } from '../work/turns/yielding.js'
import { Overloaded } from '../errors.js'
import { FairQueue } from '../work/turns/fair-queue.js'
import type { BeforeCommit, Connection, TransactionOptions, Work } from './database.js'
import { createCommitHooks } from './commit-hooks.js'

/** Works that share one commit: a bound on how long the first waits for the last. */
const BATCH_SIZE = 64
/** No further work joins them after this time. */
const BATCH_MS = 25
/** After this time they give way to whoever reads. */
const TURN_MS = 10
/** How often the queue asks for its turn while another process writes. */
const BUSY_POLL_MS = 2

interface Waiting {
  readonly work: Work<unknown>
  readonly long: boolean
  readonly since: number
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
}

/** Works that share a commit. */
interface Batch {
  readonly take: () => Iterable<Waiting>
  /** The works taken so far. */
  readonly taken: readonly Waiting[]
}

export interface CommitQueueOptions {
  readonly isUnfit?: () => boolean
  /** Done before each transaction, which waits for it. It never fails. */
  readonly beforeBegin?: () => Promise<void>
}

/**
 * SQLite has one writer. Works that wait at the same time are committed together, which pays one sync to disk for all
 * of them; each runs in a savepoint of its own, so that one's failure undoes nothing of another, and is answered after
 * the commit. The users take turns, so that one who sends many waits for himself. Where another process writes for
 * longer than `busyTimeoutMs`, the works that waited for it are rejected with Overloaded, and so is everything while
 * the file is unfit: what is written would be lost, or cannot be written.
 */
export function createCommitQueue (
  driver: Sqlite.Database,
  connection: Connection,
  busyTimeoutMs: number,
  { isUnfit = () => false, beforeBegin = async () => {} }: CommitQueueOptions = {}
) {
  const begin = driver.prepare('BEGIN IMMEDIATE')
  const commit = driver.prepare('COMMIT')
  const rollback = driver.prepare('ROLLBACK')
  const waiting = new FairQueue<Waiting>()
  let running: Promise<void> | null = null
  let waited = (_durationMs: number): void => {}

  function add<Result> (work: Work<Result>, options: TransactionOptions = {}): Promise<Result> {
    return new Promise((resolve, reject) => {
      const { long = false, userId = 0 } = options
      waiting.add(userId, { work, long, since: performance.now(), resolve, reject })
      running ??= drain()
    })
  }

  async function drain (): Promise<void> {
    while (waiting.next !== null) {
      // One turn of the event loop, so that all requests that have arrived can join the batch.
      await turn()
      await beforeBegin()
      const refusal = await beginWhenFree()
      const batch = createBatch()
      if (refusal !== null) for (const job of batch.take()) job.reject(refusal)
      else if (!await commitTogether(batch)) for (const job of batch.taken) await commitAlone(job)
    }
    running = null
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

  /** Takes works for one commit, as long as there is room for more. */
  function createBatch (): Batch {
    const startedAt = performance.now()
    const taken: Waiting[] = []
    const hasRoom = () => taken.length < BATCH_SIZE && performance.now() - startedAt < BATCH_MS

    function * take (): Generator<Waiting> {
      while (waiting.next !== null && (taken.length === 0 || (hasRoom() && !waiting.next.long))) {
        const job = waiting.take()!
        taken.push(job)
        yield job
        if (job.long) return
      }
    }

    return { take, taken }
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

  const savepoint = driver.prepare('SAVEPOINT work')
  const release = driver.prepare('RELEASE work')
  const undo = driver.prepare('ROLLBACK TO work')

  /** Throws only where SQLite has given up the whole transaction, as it does when the disk is full. */
  async function runInSavepoint (job: Waiting, beforeCommit: BeforeCommit): Promise<() => void> {
    waited(performance.now() - job.since)
    savepoint.run()
    try {
      const hooks = createCommitHooks()
      const value = await job.work(connection, hooks.leave)
      release.run()
      hooks.passTo(beforeCommit)
      return () => job.resolve(value as never)
    } catch (error) {
      if (!driver.inTransaction) throw error
      undo.run()
      release.run()
      return () => job.reject(error)
    }
  }

  return {
    add,
    observeWaits: (listener: (waitedMs: number) => void) => { waited = listener },
    /** Waits until everything that was added is committed. */
    close: async () => { await running }
  }
}

function isBusy (error: unknown): boolean {
  return (error as { code?: string }).code?.startsWith('SQLITE_BUSY') ?? false
}
