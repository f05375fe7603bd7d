import { Overloaded } from '../errors.js'
import { FairQueue } from '../basics/fair-queue.js'
import { createReadThread, threadSql, type ReadOrder, type ReadThread } from './read-thread.js'

/** So many reads of one user wait at most, and so long. */
const MOST_OF_ONE = 200
const LONGEST_WAIT_MS = 20_000
/** A thread that has nothing to read for so long gives its memory back. */
const IDLE_MS = 60_000

interface Waiting extends ReadOrder {
  readonly resolve: (rows: unknown[]) => void
  readonly reject: (error: unknown) => void
  /** Set where it has waited for too long. */
  isOver: boolean
  readonly timer: NodeJS.Timeout
}

/**
 * SQLite keeps a thread to itself for as long as a statement takes: what may take long is read on a thread of its own,
 * one statement after the other, the users by turns. It sees what was committed when the statement begins, as every
 * read does.
 */
export function createLongReads (path: string, longestWaitMs = LONGEST_WAIT_MS) {
  const waiting = new FairQueue<Waiting>(MOST_OF_ONE)
  let thread: ReadThread | null = null
  let isReading = false
  let rest: NodeJS.Timeout | undefined

  async function readAll (): Promise<void> {
    isReading = true
    clearTimeout(rest)
    for (let next = waiting.take(); next !== null; next = waiting.take()) {
      if (next.isOver) continue
      clearTimeout(next.timer)
      if (thread?.isAlive !== true) thread = createReadThread({ path, isSnapshot: false })
      await thread.ask(next).then(next.resolve, next.reject)
    }
    isReading = false
    rest = setTimeout(stop, IDLE_MS).unref()
  }

  function ask (userId: number, order: ReadOrder): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        added.isOver = true
        reject(new Overloaded())
      }
      const added: Waiting = { ...order, resolve, reject, isOver: false, timer: setTimeout(giveUp, longestWaitMs) }
      try {
        waiting.add(userId, added)
      } catch (error) {
        clearTimeout(added.timer)
        throw error
      }
      if (!isReading) readAll().catch(reject)
    })
  }

  async function stop (): Promise<void> {
    clearTimeout(rest)
    const stopped = thread
    thread = null
    await stopped?.stop()
  }

  return { of: (userId: number) => threadSql((order) => ask(userId, order)), stop }
}
