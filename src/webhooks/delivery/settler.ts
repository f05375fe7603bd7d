import type { FastifyBaseLogger } from 'fastify'
import pRetry from 'p-retry'
import { groupBy } from '../../basics/group-by.js'
import { systemCaller } from '../../core/caller.js'
import type { Transact } from '../../core/transact.js'
import { FairQueue } from '../../work/turns/fair-queue.js'
import type { DeliveryFollower } from './follower.js'
import type { AttemptResult } from './result.js'
import { settle, type Settled } from './settle.js'

/** Attempts recorded in one transaction: it bounds how long the processor is busy. */
const BATCH_SIZE = 250
/**
 * The shortest pause between two batches, as each is a commit with a sync to disk. The first after a pause is made at
 * once.
 */
const PAUSE_MS = 50
/** With this many unrecorded attempts, no more are started. */
const HIGH_WATER = 1000
const LONGEST_BACKOFF_MS = 5000

interface Unsettled {
  readonly result: AttemptResult
  readonly done: () => void
}

export interface SettlerDependencies {
  readonly transact: Transact
  readonly log: FastifyBaseLogger
  /** Called with each attempt when it is settled. */
  readonly onAttempt?: (result: AttemptResult) => void
  readonly followers?: readonly DeliveryFollower[]
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number
}

/**
 * Collects finished attempts and records them in batches. Accounts take turns. Retries while the database is
 * unavailable.
 */
export function createSettler (
  { transact, log, onAttempt = () => {}, followers = [], now = performance.now.bind(performance) }: SettlerDependencies
) {
  const waiting = new FairQueue<Unsettled>()
  let waits = 0
  let unsettled = 0
  let running: Promise<void> | null = null
  let lastSettledAt = -Infinity
  let isClosing = false

  /** Resolves when the attempt is recorded, or another owner has to repeat it. */
  function add (result: AttemptResult): Promise<void> {
    unsettled++
    return new Promise((resolve) => {
      waiting.add({ accountId: result.target.accountId, userId: 0 }, { result, done: resolve })
      waits++
      running ??= settleAll()
    })
  }

  async function settleAll (): Promise<void> {
    while (waits > 0) {
      await pause()
      const batch = Array.from({ length: Math.min(waits, BATCH_SIZE) }, () => waiting.take()!)
      waits -= batch.length
      await settleBatch(batch)
      lastSettledAt = now()
      unsettled -= batch.length
      for (const { done } of batch) done()
    }
    running = null
  }

  async function pause (): Promise<void> {
    const restMs = lastSettledAt + PAUSE_MS - now()
    if (restMs > 0 && waits < BATCH_SIZE && !isClosing) {
      await new Promise((resolve) => setTimeout(resolve, restMs))
    }
  }

  /** One transaction per account, as the consequences of attempts may be a part of its history. */
  async function settleBatch (batch: readonly Unsettled[]): Promise<void> {
    const accounts = groupBy(batch.map(({ result }) => result), ({ target }) => target.accountId)
    await Promise.all([...accounts].map(async ([id, results]) => {
      const { account: name } = results[0]!.target
      const putDown = (attemptNumber: number) =>
        transact(systemCaller({ id, name }), (tx) => settle(tx, results, { isRepeated: attemptNumber > 1, followers }))
      const settled = await pRetry(putDown, {
        retries: Infinity,
        maxTimeout: LONGEST_BACKOFF_MS,
        shouldRetry: () => !isClosing,
        onFailedAttempt: ({ error }) => log.error({ err: error }, 'webhook attempts could not be recorded')
      }).catch((): Settled => ({ accepted: [], disabled: [] }))
      for (const result of settled.accepted) {
        logAttempt(log, result)
        onAttempt(result)
      }
      for (const webhookId of settled.disabled) log.warn({ webhookId }, 'webhook disabled')
    }))
  }

  return {
    add,
    isFull: () => unsettled >= HIGH_WATER,
    /** Records what is left, but does not retry for ever: the rest will be sent again. */
    close: async () => {
      isClosing = true
      await running
    }
  }
}

/** One line per attempt. Requests and answers are in the log of the API, not here. */
function logAttempt (log: FastifyBaseLogger, { lease, waiting, sent, isFinal, isGivenUp }: AttemptResult): void {
  log[isGivenUp ? 'warn' : 'info']({
    webhookId: lease.webhookId,
    eventId: waiting.eventId,
    event: waiting.event,
    sequence: waiting.sequence,
    attempt: waiting.attempt,
    trigger: waiting.trigger,
    status: sent.status,
    error: sent.error,
    durationMs: sent.durationMs,
    final: isFinal
  }, 'webhook attempt')
}
