import { createGate } from '../work/turns/gate.js'
import { createReadThread, threadSql } from './read-thread.js'

/** How long a read waits for its turn. */
const LONGEST_WAIT_MS = 20_000

/**
 * SQLite keeps a thread to itself for as long as a statement takes: what may take long is read on a thread of its own,
 * one statement after the other, the users by turns. It sees what was committed when the statement begins, as every
 * read does.
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
