import { createGate } from '../work/turns/gate.js'
import { LONGEST_WAIT_MS } from './database.js'
import { createReadThread, threadSql } from './read-thread.js'

/**
 * Long reads of SQLite. A statement blocks its thread, so they run on a thread of their own, one statement after the
 * other, and users take turns. Each statement sees what was committed when it begins, as every read does.
 */
export function createLongReads (path: string, longestWaitMs = LONGEST_WAIT_MS) {
  const gate = createGate({ atOnce: 1, longestWaitMs })
  const reader = createReadThread({ path, isSnapshot: false })
  return {
    of: (userId: number, gone?: AbortSignal) =>
      threadSql((order) => gate.pass(userId, () => reader.ask(order), { gone })),
    stop: reader.close
  }
}
