/** How long migrations wait for what others hold on PostgreSQL. */
export interface Limits {
  /** The longest wait for the locks of one try, all together. */
  readonly lockMs: number
  /** The longest time in which a migration is tried again. */
  readonly triesMs: number
  /** The pause after each of the first tries. */
  readonly firstPauseMs: number
  readonly longestPauseMs: number
  /** The pause before the next look whether another process is done migrating. */
  readonly turnMs: number
}

export const defaultLimits: Limits = {
  // Who reads a table waits behind whoever waits to change it, for 100 ms at most: see ../postgresql/pool.ts.
  lockMs: 50,
  triesMs: 10 * 60_000,
  firstPauseMs: 50,
  longestPauseMs: 5000,
  turnMs: 200
}
