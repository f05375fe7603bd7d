/** A timer, which can begin anew. */
export interface Timer {
  refresh (): unknown
  /** It does not keep the process alive. */
  unref (): unknown
}

/** How timers are started and stopped: Node's, or those of a test, whose time passes when it says so. */
export interface Timers {
  setTimeout (onTime: () => void, delayMs: number): Timer
  clearTimeout (timer: Timer | undefined): void
}

export const nodeTimers = globalThis as Timers
