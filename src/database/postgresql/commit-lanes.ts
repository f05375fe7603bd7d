import { setImmediate as turn } from 'node:timers/promises'
import { groupBy } from '../../basics/group-by.js'
import { FairQueue } from '../../work/turns/fair-queue.js'
import type { BeforeCommit, Connection, Held, Hold, SharedWork, Work } from '../database.js'
import { createCommitHooks } from '../commit-hooks.js'
import { Overloaded } from '../../errors.js'
import { CommitInDoubt, isUnanswered } from '../outages.js'
import { watchWrites, type WatchedConnection } from './watched.js'

/** Transactions at the same time: while the server syncs one to disk, the other does its works. */
const LANES = 2
/** Works that share a transaction at most: a bound on how long the first of them waits for the last. */
const BATCH_SIZE = 64
/** How long a work waits for its turn. */
const LONGEST_WAIT_MS = 20_000
/** A user whose work has undone a shared transaction works alone for this time. */
const ALONE_MS = 10_000

interface Waiting {
  readonly work: Work<unknown>
  readonly hold: Hold | undefined
  readonly userId: number
  readonly since: number
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
}

export interface CommitLanesDependencies {
  /** One transaction, tried once. */
  readonly attempt: <Result>(work: Work<Result>) => Promise<Result>
  /** A transaction with one work, which waits for its locks and is tried again. */
  readonly alone: <Result>(work: Work<Result>, userId: number) => Promise<Result>
  /** Told how long each work waited for its turn. */
  readonly onWaited: (waitedMs: number) => void
}

/**
 * Short works that write new rows, or one row that they name beforehand, share transactions: they run one after the
 * other on one connection, and are answered after the commit. What they insert is sent together, and what follows from
 * their events is done once for all of them, right before the commit. The users take turns.
 *
 * A transaction locks the rows of all its works first, in one order, and waits for none of them: a work whose row is
 * held by somebody else goes alone, and waits there. Works that name the same row are in the same lane. A work that
 * fails before it has written costs the others nothing. After that the transaction is undone, and each of its works is
 * done alone.
 */
export function createCommitLanes ({ attempt, alone, onWaited }: CommitLanesDependencies) {
  const lanes = Array.from({ length: LANES }, createLane)
  const aloneUntil = new Map<number, number>()

  function add<Result> (work: Work<Result>, { hold }: SharedWork, userId: number): Promise<Result> {
    if (goesAlone(userId)) return alone(work, userId)
    return new Promise((resolve, reject) => {
      const lane = hold === undefined ? shortest() : lanes[laneOf(hold.id)]!
      lane.add({ work, hold, userId, since: performance.now(), resolve, reject })
    })
  }

  function goesAlone (userId: number): boolean {
    const until = aloneUntil.get(userId)
    if (until === undefined) return false
    if (until > performance.now()) return true
    aloneUntil.delete(userId)
    return false
  }

  const shortest = () => lanes.reduce((best, lane) => lane.unanswered() < best.unanswered() ? lane : best)

  function createLane () {
    const waiting = new FairQueue<Waiting>()
    let unanswered = 0
    let isRunning = false

    async function drain (): Promise<void> {
      isRunning = true
      while (waiting.next !== null) {
        // One turn of the event loop, so that all requests that have arrived can join the batch.
        await turn()
        const jobs = takeBatch()
        if (jobs.length > 0) await commitTogether(jobs)
        unanswered -= jobs.length
      }
      isRunning = false
    }

    /** Those that have waited for too long, as the server was silent, are told to come again. */
    function takeBatch (): Waiting[] {
      const jobs: Waiting[] = []
      while (jobs.length < BATCH_SIZE) {
        const job = waiting.take()
        if (job === null) break
        if (performance.now() - job.since < LONGEST_WAIT_MS) {
          jobs.push(job)
          continue
        }
        unanswered--
        job.reject(new Overloaded())
      }
      return jobs
    }

    return {
      unanswered: () => unanswered,
      add (job: Waiting): void {
        waiting.add(job.userId, job)
        unanswered++
        if (!isRunning) drain()
      }
    }
  }

  /** Never fails: all works are answered, or on their way alone. */
  async function commitTogether (jobs: readonly Waiting[]): Promise<void> {
    let answers: Array<() => void> = []
    try {
      await attempt(async (connection, beforeCommit) => {
        answers = []
        const watched = watchWrites(connection)
        const held = await lockRows(connection, jobs)
        const work = async () => {
          for (const job of jobs) {
            onWaited(performance.now() - job.since)
            const isHeld = job.hold === undefined || held.has(job.hold.id)
            answers.push(isHeld ? await doOne(job, watched, beforeCommit, held) : () => doAlone(job))
          }
        }
        await connection.sql.gatherInserts!(work)
      })
    } catch (error) {
      // Where the server is silent, nobody waits for it a second time.
      const isFinal = error instanceof CommitInDoubt || isUnanswered(error)
      for (const job of jobs) isFinal ? job.reject(error) : doAlone(job)
      return
    }
    for (const answer of answers) answer()
  }

  /** Throws where the work has failed after it has written something. */
  async function doOne (
    { work, userId, resolve, reject }: Waiting, connection: WatchedConnection, beforeCommit: BeforeCommit, held: Held
  ): Promise<() => void> {
    const before = connection.writes()
    const hooks = createCommitHooks()
    try {
      const value = await work(connection, hooks.leave, held)
      hooks.passTo(beforeCommit)
      return () => resolve(value as never)
    } catch (error) {
      if (connection.writes() === before) return () => reject(error)
      aloneUntil.set(userId, performance.now() + ALONE_MS)
      throw error
    }
  }

  function doAlone ({ work, userId, resolve, reject }: Waiting): void {
    alone(work, userId).then(resolve as (value: unknown) => void, reject)
  }

  return { add }
}

/** Locks the rows that are to be had at once, and gives them by their ids. */
async function lockRows ({ sql }: Connection, jobs: readonly Waiting[]): Promise<Held> {
  const holds = jobs.flatMap(({ hold }) => hold ?? [])
  const held = new Map<string, object>()
  for (const group of groupBy(holds, ({ lock, accountId }) => `${lock.name} ${accountId}`).values()) {
    const { lock, accountId } = group[0]!
    const ids = new Set(group.map(({ id }) => id))
    const rows = await sql.all<{ id: string }>(lock, [accountId, JSON.stringify([...ids])])
    for (const row of rows) held.set(row.id, row)
  }
  return held
}

/** Works that name the same row have the same lane. Callers send anything as an id. */
function laneOf (id: string): number {
  return id === '' ? 0 : id.charCodeAt(id.length - 1) % LANES
}
