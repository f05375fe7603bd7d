import { createReadThread, threadSql, type ReadOrder, type ReadThread } from './read-thread.js'
import { createUserTurns } from './user-turns.js'

/** A thread that has nothing to read for so long gives its memory back. */
const IDLE_MS = 60_000

/**
 * SQLite keeps a thread to itself for as long as a statement takes: what may take long is read on a thread of its own,
 * one statement after the other, the users by turns. It sees what was committed when the statement begins, as every
 * read does.
 */
export function createLongReads (path: string, longestWaitMs?: number) {
  const turns = createUserTurns({ atOnce: 1, longestWaitMs })
  let thread: ReadThread | null = null
  let rest: NodeJS.Timeout | undefined

  async function read (order: ReadOrder): Promise<unknown[]> {
    clearTimeout(rest)
    if (thread?.isAlive !== true) thread = createReadThread({ path, isSnapshot: false })
    try {
      return await thread.ask(order)
    } finally {
      rest = setTimeout(stop, IDLE_MS).unref()
    }
  }

  async function stop (): Promise<void> {
    clearTimeout(rest)
    const stopped = thread
    thread = null
    await stopped?.stop()
  }

  return { of: (userId: number) => threadSql((order) => turns.take(userId, () => read(order))), stop }
}
