import { FairQueue } from '../basics/fair-queue.js'
import { Overloaded } from '../errors.js'
import type { Sql } from './sql.js'

/** So many works of one user wait at most, and so long. */
const MOST_OF_ONE = 200
const LONGEST_WAIT_MS = 20_000

interface Waiting {
  /** Never fails. */
  readonly begin: () => Promise<void>
  /** Set where it has waited for too long. */
  isOver: boolean
  readonly timer: NodeJS.Timeout
}

export type UserTurns = ReturnType<typeof createUserTurns>

/** Works that may take long: so many are done at a time, and the users take turns, so that nobody waits for a crowd. */
export function createUserTurns (
  { atOnce, longestWaitMs = LONGEST_WAIT_MS, mostOfOne = MOST_OF_ONE }:
  { atOnce: number, longestWaitMs?: number, mostOfOne?: number }
) {
  const waiting = new FairQueue<Waiting>(mostOfOne)
  let running = 0

  async function doAll (): Promise<void> {
    running++
    for (let next = waiting.take(); next !== null; next = waiting.take()) {
      if (next.isOver) continue
      clearTimeout(next.timer)
      await next.begin()
    }
    running--
  }

  /** Rejects with Overloaded where too much of the user's waits already, or where it has waited for too long. */
  function take<Result> (userId: number, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        added.isOver = true
        reject(new Overloaded())
      }
      const begin = () => work().then(resolve, reject)
      const added: Waiting = { begin, isOver: false, timer: setTimeout(giveUp, longestWaitMs) }
      try {
        waiting.add(userId, added)
      } catch (error) {
        clearTimeout(added.timer)
        throw error
      }
      if (running < atOnce) doAll()
    })
  }

  return { take }
}

/** Statements of a user, each of which waits for its turn. */
export function sqlInTurns ({ dialect, all, first, run }: Sql, turns: UserTurns, userId: number): Sql {
  return {
    dialect,
    all: (statement, parameters) => turns.take(userId, async () => all(statement, parameters)),
    first: (statement, parameters) => turns.take(userId, async () => first(statement, parameters)),
    run: (statement, parameters) => turns.take(userId, async () => run(statement, parameters))
  }
}
