import type { Party } from '../work/turns/fair-queue.js'
import { createGate } from '../work/turns/gate.js'
import { LONGEST_WAIT_MS } from './interface.js'
import { createReadThread, threadSql } from './read-thread.js'

/** An account has one of them at a time, so that another account finds a free one during a long statement. */
const THREADS = 2

/**
 * Long reads of SQLite. A statement blocks its thread, and cannot be interrupted, so they run on threads of their own,
 * one statement of an account after the other, and accounts take turns. Each statement sees what was committed when it
 * begins, as every read does.
 */
export function createLongReads (path: string, longestWaitMs = LONGEST_WAIT_MS) {
  const gate = createGate({ atOnce: THREADS, atOnceOfAccount: 1, longestWaitMs })
  const reader = createReadThread({ path, isSnapshot: false, threads: THREADS })
  return {
    of: (party: Party, gone?: AbortSignal) =>
      threadSql((order) => gate.pass(party, () => reader.ask(order), { gone })),
    stop: reader.close
  }
}
