import type { Party } from '../work/turns/fair-queue.js'
import { createGate } from '../work/turns/gate.js'
import { LONGEST_WAIT_MS } from './interface.js'
import { createReadThread, threadSql } from './read-thread.js'

/**
 * Long reads of SQLite. A statement blocks its thread, so they run on a thread of their own, one statement after the
 * other, and accounts take turns. Each statement sees what was committed when it begins, as every read does.
 */
export function createLongReads (path: string, longestWaitMs = LONGEST_WAIT_MS) {
  const gate = createGate({ atOnce: 1, longestWaitMs })
  const reader = createReadThread({ path, isSnapshot: false })
  return {
    of: (party: Party, gone?: AbortSignal) =>
      threadSql((order) => gate.pass(party, () => reader.ask(order), { gone })),
    stop: reader.close
  }
}
