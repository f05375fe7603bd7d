import { nodeTimers, type Timer } from '../../basics/timers.js'
import type { OrderOptions, SupervisorOptions } from './options.js'
import { WorkerEnded, WorkerFailure, type Report, type Station } from './station.js'

/** A worker that has not reported that it is ready by then is killed. */
const START_MS = 60_000
/** The longest that a worker may take to end by itself, or to answer an order that was given up. */
const GRACE_MS = 2000

interface Job {
  readonly id: number
  readonly order: unknown
  readonly transfer: readonly ArrayBuffer[] | undefined
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
  readonly onProgress: ((progress: never) => void) | undefined
  timer?: Timer
  isGivenUp: boolean
}

interface Hand {
  readonly station: Station
  readonly jobs: Map<number, Job>
  isReady: boolean
  timer?: NodeJS.Timeout
}

/**
 * Gives orders to workers, threads or child processes. They start with the first order, end when there is nothing to
 * do, and start again after they died. An order fails with WorkerEnded when its worker dies or takes too long, and with
 * WorkerFailure when the worker reports a failure. Orders beyond what the workers may have at once wait in their order;
 * a gate before the supervisor lets users take turns.
 */
export function supervise<Order, Value, Progress = never> (
  { start, mostWorkers = 1, ordersEach = 1, timeoutMs, idleMs, restarts = true, timers = nodeTimers }: SupervisorOptions
) {
  const hands = new Set<Hand>()
  const waiting: Job[] = []
  const whenIdle: Array<() => void> = []
  let orders = 0
  let isOver = false

  function ask (order: Order, { signal, onProgress, transfer }: OrderOptions<Progress> = {}): Promise<Value> {
    let giveUp = () => {}
    return new Promise<Value>((resolve, reject) => {
      const job: Job = { id: ++orders, order, transfer, resolve, reject, onProgress, isGivenUp: false }
      giveUp = () => abandon(job)
      waiting.push(job)
      assign()
      if (signal?.aborted === true) giveUp()
      signal?.addEventListener('abort', giveUp)
    }).finally(() => signal?.removeEventListener('abort', giveUp))
  }

  function assign (): void {
    while (waiting.length > 0) {
      const hand = [...hands].find(({ jobs }) => jobs.size < ordersEach) ?? (hands.size < mostWorkers ? hire() : null)
      if (hand === null) return
      const job = waiting.shift()!
      hand.jobs.set(job.id, job)
      clearTimeout(hand.timer)
      // Only while there is work may a worker keep this process alive.
      hand.station.ref()
      if (hand.isReady) give(hand, job)
      else hand.timer = setTimeout(() => dismiss(hand, new WorkerEnded('time')), START_MS)
    }
  }

  function hire (): Hand | null {
    if (isOver) {
      for (const job of waiting.splice(0)) job.reject(new WorkerEnded('exit'))
      return null
    }
    isOver = !restarts
    const hand: Hand = {
      jobs: new Map(),
      isReady: false,
      station: start({ hear: (report) => hear(hand, report), ended: (error) => bury(hand, error) })
    }
    hand.station.unref()
    hands.add(hand)
    return hand
  }

  function give (hand: Hand, job: Job): void {
    hand.station.tell({ id: job.id, order: job.order }, job.transfer)
    if (timeoutMs !== undefined) job.timer = timers.setTimeout(() => dismiss(hand, new WorkerEnded('time')), timeoutMs)
    if (job.isGivenUp) abandon(job)
  }

  function hear (hand: Hand, report: Report): void {
    if (!hands.has(hand)) return
    if ('ready' in report) {
      clearTimeout(hand.timer)
      hand.isReady = true
      for (const job of hand.jobs.values()) give(hand, job)
      if (hand.jobs.size === 0) rest(hand)
      return
    }
    const job = hand.jobs.get(report.id)
    if (job === undefined) return
    if ('progress' in report) return job.onProgress?.(report.progress as never)
    timers.clearTimeout(job.timer)
    hand.jobs.delete(report.id)
    if ('failure' in report) job.reject(new WorkerFailure(report.failure))
    else job.resolve(report.value as never)
    if (hand.jobs.size === 0) rest(hand)
    assign()
  }

  /** The worker has nothing to do. */
  function rest (hand: Hand): void {
    hand.station.unref()
    if (idleMs !== undefined) hand.timer = setTimeout(() => { end(hand) }, idleMs).unref()
    settleIdle()
  }

  function settleIdle (): void {
    if (waiting.length > 0 || [...hands].some(({ jobs }) => jobs.size > 0)) return
    for (const settle of whenIdle.splice(0)) settle()
  }

  /** Removes a worker that has died or will be killed, and rejects its orders. */
  function bury (hand: Hand, error: WorkerEnded): void {
    if (!hands.delete(hand)) return
    clearTimeout(hand.timer)
    for (const job of hand.jobs.values()) {
      timers.clearTimeout(job.timer)
      job.reject(error)
    }
    hand.jobs.clear()
    assign()
    settleIdle()
  }

  async function dismiss (hand: Hand, error: WorkerEnded): Promise<void> {
    bury(hand, error)
    await hand.station.kill()
  }

  /** Lets the worker end, which first closes what it has open. */
  async function end (hand: Hand): Promise<void> {
    hands.delete(hand)
    clearTimeout(hand.timer)
    hand.station.ref()
    hand.station.tell(null)
    const timer = setTimeout(() => hand.station.kill(), GRACE_MS)
    await hand.station.exited
    clearTimeout(timer)
  }

  function abandon (job: Job): void {
    const hand = [...hands].find(({ jobs }) => jobs.has(job.id))
    if (hand === undefined) {
      const index = waiting.indexOf(job)
      if (index < 0) return
      waiting.splice(index, 1)
      job.reject(new WorkerEnded('given up'))
      settleIdle()
      return
    }
    job.isGivenUp = true
    if (!hand.isReady) return
    hand.station.tell({ id: job.id })
    if (ordersEach > 1) return
    timers.clearTimeout(job.timer)
    job.timer = timers.setTimeout(() => dismiss(hand, new WorkerEnded('given up')), GRACE_MS)
  }

  return {
    ask,
    /** Starts a worker if there is none. Returns whether a worker would begin with an order at once. */
    warm (): boolean {
      if (hands.size === 0) hire()
      return [...hands].some(({ isReady, jobs }) => isReady && jobs.size < ordersEach)
    },
    /** Waits for what was asked, and ends the workers. What is asked afterwards starts another. */
    async close (): Promise<void> {
      await new Promise<void>((resolve) => {
        whenIdle.push(resolve)
        settleIdle()
      })
      await Promise.all([...hands].map(end))
    },
    /** Ends the workers at once; what is under way fails. */
    async kill (): Promise<void> {
      await Promise.all([...hands].map((hand) => dismiss(hand, new WorkerEnded('given up'))))
    }
  }
}
