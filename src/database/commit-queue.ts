import { setImmediate as turn } from 'node:timers/promises'
import { FairQueue, noParty, type MayHave } from '../work/turns/fair-queue.js'
import type { TransactionOptions, Work } from './interface.js'
import type { OnStage } from './stages.js'

/** The most units of work that share a commit. It bounds how long the first waits for the last. */
const BATCH_SIZE = 64
/** No unit joins a batch after this time. */
const BATCH_MS = 25

/**
 * Most callers send their next write right after an answer. The next batch waits for them, for this share of the time
 * that the last batch took. During that time the other lanes work.
 */
const RETURN_SHARE = 0.25
const LONGEST_RETURN_MS = 4

/**
 * After a long job took longer than this, the next long job waits for as long as that one took. So short work has half
 * of the time, and a request of several transactions does not wait for a long job at each.
 */
const LONG_MS = 1000

/** A unit of work that waits for its answer. */
export interface WaitingWork {
  readonly work: Work<unknown>
  readonly options: TransactionOptions
  readonly since: number
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Units of work that share a commit. */
export interface Batch {
  /** Takes units from the queue, one after the other, while the batch has room. At least one. */
  readonly take: () => Iterable<WaitingWork>
  /** The units taken so far. */
  readonly taken: readonly WaitingWork[]
}

export interface CommitQueueOptions {
  /** Transactions at the same time. */
  readonly lanes: number
  /** Takes units, does them in one transaction, and answers each of them. Never fails. */
  readonly commit: (batch: Batch) => Promise<void>
  readonly onStage?: OnStage
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

/**
 * Group commit: units that wait at the same time are done one after the other in one transaction, and answered after
 * its commit. One sync to disk serves all of them. The accounts take turns, and so do the users of each: a user with
 * many jobs delays nobody else. A long job has a transaction of its own. Jobs that name the same row use the same lane;
 * others use the lane with the least to do.
 */
export function createCommitQueue (
  { lanes: count, commit, onStage = () => {}, now = () => performance.now() }: CommitQueueOptions
) {
  const lanes = Array.from({ length: count }, createLane)

  function add<Result> (work: Work<Result>, options: TransactionOptions = {}): Promise<Result> {
    return new Promise((resolve, reject) => {
      laneOf(options).add({ work, options, since: now(), resolve: resolve as WaitingWork['resolve'], reject })
    })
  }

  /** Ids are unchecked: they may be empty. */
  function laneOf ({ shared }: TransactionOptions) {
    const id = shared?.hold?.id
    if (id === undefined) return lanes.reduce((best, lane) => lane.unanswered() < best.unanswered() ? lane : best)
    return lanes[id === '' ? 0 : id.charCodeAt(id.length - 1) % count]!
  }

  function createLane () {
    const waiting = new FairQueue<WaitingWork>()
    let unanswered = 0
    let running: Promise<void> | null = null
    let onAdded = (): void => {}
    let nextLongAt = 0
    /** How long units have waited, and since when some do. */
    let waitedMs = 0
    let waitingSince: number | null = null

    /** Called whenever a unit has come or was taken. */
    function countWait (): void {
      if (waitingSince !== null) waitedMs += now() - waitingSince
      waitingSince = waiting.isEmpty ? null : now()
    }

    async function drain (): Promise<void> {
      while (!waiting.isEmpty) {
        // One turn of the event loop, so that all requests that have arrived can join the batch.
        await turn()
        const begunAt = now()
        const mayHave: MayHave<WaitingWork> = begunAt < nextLongAt ? (_party, job) => !isLong(job) : () => true
        if (waiting.peek(mayHave) === null) {
          await pause(nextLongAt - begunAt, () => waiting.peek(mayHave) !== null)
          continue
        }
        const batch = createBatch(waiting, mayHave, countWait)
        await commit(batch)
        unanswered -= batch.taken.length
        const tookMs = now() - begunAt
        if (isLong(batch.taken[0]!) && tookMs > LONG_MS) nextLongAt = now() + tookMs
        await awaitReturn(batch.taken.length, tookMs)
      }
      running = null
    }

    /** A single caller does not wait. */
    async function awaitReturn (answered: number, tookMs: number): Promise<void> {
      if (answered < 2 || count === 1) return
      const all = Math.min(unanswered + answered, BATCH_SIZE)
      await pause(Math.min(tookMs * RETURN_SHARE, LONGEST_RETURN_MS), () => unanswered >= all)
    }

    /** Ends early when a job is added after which `isOver` returns true. */
    async function pause (ms: number, isOver: () => boolean): Promise<void> {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        onAdded = () => {
          if (!isOver()) return
          clearTimeout(timer)
          resolve()
        }
        onAdded()
      })
      onAdded = () => {}
    }

    return {
      unanswered: () => unanswered,
      waitedMs: () => {
        countWait()
        return waitedMs
      },
      idle: () => running,
      add (job: WaitingWork): void {
        waiting.add(job.options.party ?? noParty, job)
        countWait()
        unanswered++
        onAdded()
        running ??= drain()
      }
    }
  }

  function createBatch (waiting: FairQueue<WaitingWork>, mayHave: MayHave<WaitingWork>, onTaken: () => void): Batch {
    const taken: WaitingWork[] = []
    let startedAt: number
    const hasRoom = (job: WaitingWork) => taken.length === 0 || (!isLong(job) && !isLong(taken[0]!) &&
      taken.length < BATCH_SIZE && now() - startedAt < BATCH_MS)

    function * take (): Generator<WaitingWork> {
      startedAt = now()
      for (let next = waiting.peek(mayHave); next !== null && hasRoom(next); next = waiting.peek(mayHave)) {
        const job = waiting.take(mayHave)!
        onTaken()
        onStage('queue', now() - job.since)
        taken.push(job)
        yield job
      }
    }

    return { take, taken }
  }

  return {
    add,
    /** How long the lanes have had units that waited, in total, in milliseconds. */
    waitedMs: () => lanes.reduce((sum, lane) => sum + lane.waitedMs(), 0),
    /** Waits until all units are answered. */
    close: async () => { await Promise.all(lanes.map((lane) => lane.idle())) }
  }
}

function isLong ({ options }: WaitingWork): boolean {
  return options.long === true
}
