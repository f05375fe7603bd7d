/**
 * The messages between supervisors and workers, on either side of a thread or a child process. The meaning of `order`,
 * `value` and `progress` is that of the domain.
 */

/** To a worker: an order, that an order was given up, or null when nothing more comes. */
export type Message = { readonly id: number, readonly order?: unknown } | null

/** From a worker. */
export type Report =
  | { readonly ready: true }
  | { readonly id: number, readonly progress: unknown }
  | { readonly id: number, readonly value: unknown }
  | { readonly id: number, readonly failure: Failure }

/** An error that was thrown in a worker. */
export interface Failure {
  readonly name: string
  readonly message: string
  readonly code: string | undefined
  readonly stack: string | undefined
}

/** A thread or a child process, as its supervisor sees it. */
export interface Station {
  /** A transferred buffer moves to a thread without a copy, and is no longer here; a child process gets a copy. */
  tell (message: Message, transfer?: readonly ArrayBuffer[]): void
  ref (): void
  unref (): void
  kill (): Promise<void>
  /** Resolves when it is gone, however it ended. */
  readonly exited: Promise<void>
}

export interface StationListener {
  readonly hear: (report: Report) => void
  readonly ended: (error: WorkerEnded) => void
}

export type StartWorker = (listener: StationListener) => Station

/** The worker is gone, and the order with it. `reason` is `memory` if that is known to be the cause. */
export class WorkerEnded extends Error {
  override name = 'WorkerEnded'
  readonly reason: 'time' | 'memory' | 'exit' | 'given up'

  constructor (reason: WorkerEnded['reason'], options?: ErrorOptions) {
    super(`The worker ended: ${reason}`, options)
    this.reason = reason
  }
}

/** The worker has reported a failure. `message`, `code` and `stack` are those of the error there. */
export class WorkerFailure extends Error {
  override name = 'WorkerFailure'
  /** The name of the error that was thrown. */
  readonly kind: string
  readonly code: string | undefined

  constructor ({ name, message, code, stack }: Failure) {
    super(message)
    this.kind = name
    this.code = code
    if (stack !== undefined) this.stack = stack
  }
}
