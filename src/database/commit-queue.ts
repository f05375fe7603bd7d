import { setImmediate as turn } from 'node:timers/promises'
import { FairQueue, noParty } from '../work/turns/fair-queue.js'
import type { TransactionOptions, Work } from './interface.js'
import type { OnStage } from './stages.js'

/** Most units of work that share a commit. It bounds how long the first waits for the last. */
const BATCH_SIZE = 64
/** No work joins a batch after this time. */
const BATCH_MS = 25

/**
 * Callers mostly come again right after their answer. The next batch waits for them, for this share of the time that
 * the last batch took. Meanwhile the other lanes work.
 */
const RETURN_SHARE = 0.25
const LONGEST_RETURN_MS = 4

/** A unit of work that waits for its answer. */
export interface Waiting {
  readonly work: Work<unknown>
  readonly options: TransactionOptions
  readonly since: number
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Units of work that share a commit. */
export interface Batch {
  /** Takes units from the queue, one after the other, while the batch has room. At least one. */
  readonly take: () => Iterable<Waiting>
  /** The units taken so far. */
  readonly taken: readonly Waiting[]
}

export interface CommitQueueOptions {
  /** Transactions at the same time. */
  readonly lanes: number
  /** Takes units, does them in one transaction, and answers each of them. Never fails. */
  readonly commit: (batch: Batch) => Promise<void>
  readonly onStage?: OnStage
}

/**
 * Group commit: units that wait at the same time are done one after the other in one transaction, and answered after
 * its commit. One sync to disk serves all of them. The accounts take turns, and in each its users: who has many works
 * waits for himself. A long work has a transaction of its own. Works that name the same row use the same lane;
 * others use the lane with the least to do.
 */
export function createCommitQueue ({ lanes: count, commit, onStage = () => {} }: CommitQueueOptions) {
  const lanes = Array.from({ length: count }, createLane)

  function add<Result> (work: Work<Result>, options: TransactionOptions = {}): Promise<Result> {
    return new Promise((resolve, reject) => {
      laneOf(options).add({ work, options, since: performance.now(), resolve: resolve as Waiting['resolve'], reject })
    })
  }

  /** Ids are unchecked: they may be empty. */
  function laneOf ({ shared }: TransactionOptions) {
    const id = shared?.hold?.id
    if (id === undefined) return lanes.reduce((best, lane) => lane.unanswered() < best.unanswered() ? lane : best)
    return lanes[id === '' ? 0 : id.charCodeAt(id.length - 1) % count]!
  }

  function createLane () {
    const waiting = new FairQueue<Waiting>()
    let unanswered = 0
    let running: Promise<void> | null = null
    let onAdded = (): void => {}

    async function drain (): Promise<void> {
      while (!waiting.isEmpty) {
        // One turn of the event loop, so that all requests that have arrived can join the batch.
        await turn()
        const batch = createBatch(waiting)
        const begunAt = performance.now()
        await commit(batch)
        unanswered -= batch.taken.length
        await awaitReturn(batch.taken.length, performance.now() - begunAt)
      }
      running = null
    }

    /** A single caller does not wait. */
    async function awaitReturn (answered: number, tookMs: number): Promise<void> {
      if (answered < 2 || count === 1) return
      const all = Math.min(unanswered + answered, BATCH_SIZE)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(tookMs * RETURN_SHARE, LONGEST_RETURN_MS))
        onAdded = () => {
          if (unanswered < all) return
          clearTimeout(timer)
          resolve()
        }
        onAdded()
      })
      onAdded = () => {}
    }

    return {
      unanswered: () => unanswered,
      idle: () => running,
      add (job: Waiting): void {
        waiting.add(job.options.party ?? noParty, job)
        unanswered++
        onAdded()
        running ??= drain()
      }
    }
  }

  function createBatch (waiting: FairQueue<Waiting>): Batch {
    const taken: Waiting[] = []
    let startedAt: number
    const hasRoom = ({ options }: Waiting) => taken.length === 0 || (options.long !== true &&
      taken[0]!.options.long !== true && taken.length < BATCH_SIZE && performance.now() - startedAt < BATCH_MS)

    function * take (): Generator<Waiting> {
      startedAt = performance.now()
      for (let next = waiting.next; next !== null && hasRoom(next); next = waiting.next) {
        const job = waiting.take()!
        onStage('queue', performance.now() - job.since)
        taken.push(job)
        yield job
      }
    }

    return { take, taken }
  }

  return {
    add,
    /** Waits until all units are answered. */
    close: async () => { await Promise.all(lanes.map((lane) => lane.idle())) }
  }
}
