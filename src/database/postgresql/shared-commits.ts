import { groupBy } from '../../basics/group-by.js'
import { Overloaded } from '../../errors.js'
import { createCommitHooks } from '../commit-hooks.js'
import { createCommitQueue, type Batch, type WaitingWork } from '../commit-queue.js'
import {
  LONGEST_WAIT_MS, type BeforeCommit, type Connection, type Held, type TransactionOptions, type Work
} from '../interface.js'
import { CommitInDoubt, isUnanswered } from '../outages.js'
import { noParty, type Party } from '../../work/turns/fair-queue.js'
import type { OnStage } from '../stages.js'
import type { ClientConnection, ClientWork } from './connection.js'

/** While the server syncs one transaction to disk, the other lane works. */
const LANES = 2
/** After an account's work has undone a shared transaction, the account's work is done alone for this time. */
const ALONE_MS = 10_000

export interface SharedCommitsDependencies {
  /** One transaction, tried once. */
  readonly attempt: (work: ClientWork<void>) => Promise<void>
  /** A transaction with one job, which waits for its locks and is retried. */
  readonly alone: <Result>(work: Work<Result>, options: TransactionOptions) => Promise<Result>
  readonly onStage: OnStage
}

/**
 * Group commit of short units of work that write new rows, or one row that they name beforehand. They share a
 * connection, and the commit hooks run once for all of them.
 * A transaction first locks the rows of all its units, in one order, and waits for none of them: a unit whose row is
 * locked is done alone, and waits there. A unit that fails before it has written costs the others nothing. If it fails
 * later, the transaction is rolled back, and each of its units is done alone: a savepoint for each would cost two round
 * trips.
 */
export function createSharedCommits ({ attempt, alone, onStage }: SharedCommitsDependencies) {
  const aloneUntil = new Map<number, number>()
  const queue = createCommitQueue({ lanes: LANES, commit, onStage })

  function add<Result> (work: Work<Result>, options: TransactionOptions): Promise<Result> {
    return goesAlone(options.party ?? noParty) ? alone(work, options) : queue.add(work, options)
  }

  function goesAlone ({ accountId }: Party): boolean {
    const until = aloneUntil.get(accountId)
    if (until === undefined) return false
    if (until > performance.now()) return true
    aloneUntil.delete(accountId)
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
      // If the server is silent, no unit waits for it a second time.
      const isFinal = error instanceof CommitInDoubt || isUnanswered(error)
      for (const job of jobs) isFinal ? job.reject(error) : doAlone(job)
      return
    }
    for (const answer of answers) answer()
  }

  /** Throws if the work has failed after a write. */
  async function doOne (
    { work, options, resolve, reject }: WaitingWork, connection: ClientConnection, beforeCommit: BeforeCommit,
    held: Held
  ): Promise<() => void> {
    const before = connection.writes()
    const hooks = createCommitHooks()
    try {
      const value = await work(connection, hooks.leave, held)
      hooks.passTo(beforeCommit)
      return () => resolve(value)
    } catch (error) {
      if (connection.writes() === before) return () => reject(error)
      aloneUntil.set((options.party ?? noParty).accountId, performance.now() + ALONE_MS)
      throw error
    }
  }

  function doAlone ({ work, options, resolve, reject }: WaitingWork): void {
    alone(work, options).then(resolve, reject)
  }

  return add
}

/** Rejects a unit that has waited for too long, because the server was silent. */
function isInTime ({ since, reject }: WaitingWork): boolean {
  if (performance.now() - since < LONGEST_WAIT_MS) return true
  reject(new Overloaded())
  return false
}

/** Locks the rows that nobody else has locked, and returns them by their ids. */
async function lockRows ({ sql }: Connection, jobs: readonly WaitingWork[]): Promise<Held> {
  const holds = jobs.flatMap(({ options: { shared } }) => shared?.hold ?? [])
  const held = new Map<string, object>()
  for (const group of groupBy(holds, ({ lock, accountId }) => `${lock.name} ${accountId}`).values()) {
    const { lock, accountId } = group[0]!
    const ids = new Set(group.map(({ id }) => id))
    const rows = await sql.all(lock, [accountId, JSON.stringify([...ids])])
    for (const row of rows) held.set(row.id, row)
  }
  return held
}
