import type { Timers } from '../../basics/timers.js'
import type { StartWorker } from './station.js'

export interface SupervisorOptions {
  /** A thread (`thread.ts`) or a child process (`child.ts`), with its limits. */
  readonly start: StartWorker
  /** The most workers. */
  readonly mostWorkers?: number
  /** Orders that a worker gets at the same time. */
  readonly ordersEach?: number
  /** The longest that a worker may take for an order; then it is killed. For workers with one order each. */
  readonly timeoutMs?: number
  /** A worker without orders ends after this time, which gives its memory back. */
  readonly idleMs?: number
  /** Whether another worker takes the place of one that has died. False for workers that hold something. */
  readonly restarts?: boolean
  /** They limit the time of orders. Default: Node's. */
  readonly timers?: Timers | undefined
}

export interface OrderOptions<Progress> {
  /**
   * Gives the order up. The worker is notified, and may still answer; one with a single order that does neither answer
   * nor end is killed.
   */
  readonly signal?: AbortSignal | undefined
  /** Called with reports before the answer. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Memory of the order that a thread takes over instead of a copy. */
  readonly transfer?: readonly ArrayBuffer[] | undefined
}
