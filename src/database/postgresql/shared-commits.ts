import { groupBy } from '../../basics/group-by.js'
import { Overloaded } from '../../errors.js'
import { createCommitHooks } from '../commit-hooks.js'
import { createCommitQueue, type Batch, type Waiting } from '../commit-queue.js'
import {
  LONGEST_WAIT_MS, type BeforeCommit, type Connection, type Held, type TransactionOptions, type Work
} from '../database.js'
import { CommitInDoubt, isUnanswered } from '../outages.js'
import type { ClientConnection, ClientWork } from './connection.js'

/** While the server syncs one transaction to disk, the other lane works. */
const LANES = 2
/** After a user's work has undone a shared transaction, the user's works are done alone for this time. */
const ALONE_MS = 10_000

export interface SharedCommitsDependencies {
  /** One transaction, tried once. */
  readonly attempt: (work: ClientWork<void>) => Promise<void>
  /** A transaction with one work, which waits for its locks and is retried. */
  readonly alone: <Result>(work: Work<Result>, options: TransactionOptions) => Promise<Result>
  /** Told how long each work waited for its turn. */
  readonly onWaited: (waitedMs: number) => void
}

/**
 * Group commit of short works that write new rows, or one row that they name beforehand. They share a connection, and
 * the commit hooks run once for all of them.
 * A transaction first locks the rows of all its works, in one order, and waits for none of them: a work whose row is
 * locked is done alone, and waits there. A work that fails before it has written costs the others nothing. If it fails
 * later, the transaction is rolled back, and each of its works is done alone: a savepoint for each would cost two round
 * trips.
 */
export function createSharedCommits ({ attempt, alone, onWaited }: SharedCommitsDependencies) {
  const aloneUntil = new Map<number, number>()
  const queue = createCommitQueue({ lanes: LANES, commit })
  queue.observeWaits(onWaited)

  function add<Result> (work: Work<Result>, options: TransactionOptions): Promise<Result> {
    return goesAlone(options.userId ?? 0) ? alone(work, options) : queue.add(work, options)
  }

  function goesAlone (userId: number): boolean {
    const until = aloneUntil.get(userId)
    if (until === undefined) return false
    if (until > performance.now()) return true
    aloneUntil.delete(userId)
    return false
  }

  async function commit ({ take }: Batch): Promise<void> {
    const jobs = [...take()].filter(isInTime)
    if (jobs.length === 0) return
    let answers: Array<() => void> = []
    try {
      await attempt(async (connection, beforeCommit) => {
        answers = []
        const held = await lockRows(connection, jobs)
        for (const job of jobs) {
          const id = job.options.shared?.hold?.id
          answers.push(id === undefined || held.has(id)
            ? await doOne(job, connection, beforeCommit, held)
            : () => doAlone(job))
        }
      })
    } catch (error) {
      // If the server is silent, no work waits for it a second time.
      const isFinal = error instanceof CommitInDoubt || isUnanswered(error)
      for (const job of jobs) isFinal ? job.reject(error) : doAlone(job)
      return
    }
    for (const answer of answers) answer()
  }

  /** Throws if the work has failed after a write. */
  async function doOne (
    { work, options, resolve, reject }: Waiting, connection: ClientConnection, beforeCommit: BeforeCommit, held: Held
  ): Promise<() => void> {
    const before = connection.writes()
    const hooks = createCommitHooks()
    try {
      const value = await work(connection, hooks.leave, held)
      hooks.passTo(beforeCommit)
      return () => resolve(value)
    } catch (error) {
      if (connection.writes() === before) return () => reject(error)
      aloneUntil.set(options.userId ?? 0, performance.now() + ALONE_MS)
      throw error
    }
  }

  function doAlone ({ work, options, resolve, reject }: Waiting): void {
    alone(work, options).then(resolve, reject)
  }

  return add
}

/** Rejects a work that has waited for too long, because the server was silent. */
function isInTime ({ since, reject }: Waiting): boolean {
  if (performance.now() - since < LONGEST_WAIT_MS) return true
  reject(new Overloaded())
  return false
}

/** Locks the rows that nobody else has locked, and returns them by their ids. */
async function lockRows ({ sql }: Connection, jobs: readonly Waiting[]): Promise<Held> {
  const holds = jobs.flatMap(({ options: { shared } }) => shared?.hold ?? [])
  const held = new Map<string, object>()
  for (const group of groupBy(holds, ({ lock, accountId }) => `${lock.name} ${accountId}`).values()) {
    const { lock, accountId } = group[0]!
    const ids = new Set(group.map(({ id }) => id))
    const rows = await sql.all<{ id: string }>(lock, [accountId, JSON.stringify([...ids])])
    for (const row of rows) held.set(row.id, row)
  }
  return held
}
