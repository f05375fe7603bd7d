/**
 * What a write waits for, in this order. `queue`: its turn among other writes. `checkpoint`: SQLite copies its log.
 * `connection`: one to PostgreSQL. `lock`: another process writes to SQLite's file; on PostgreSQL attempts that have
 * met a locked row, and the turn to wait for it. `statements`: the work itself, on PostgreSQL with the last wait for
 * locked rows. `loop`: the turns that it gives to reads in between. `consumers`: the work of the consumers of its
 * events. `sync`: the commit, until it is on disk. Units that share a commit share all but the first.
 */
export type Stage = 'queue' | 'checkpoint' | 'connection' | 'lock' | 'statements' | 'loop' | 'consumers' | 'sync'

/** Told how long a stage took, in milliseconds. */
export type OnStage = (stage: Stage, tookMs: number) => void

/** Times the stages of a transaction: each begins at the end of the one before. */
export function timeStages (onStage: OnStage) {
  let begunAt = performance.now()

  /** Ends a stage. `otherMs` of its time belong to another. */
  return function end (stage: Stage, otherMs = 0): void {
    const now = performance.now()
    onStage(stage, now - begunAt - otherMs)
    begunAt = now
  }
}

export type EndStage = ReturnType<typeof timeStages>
