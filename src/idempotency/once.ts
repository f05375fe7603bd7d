import { withDeadline } from '../basics/deadline.js'
import { Overloaded } from '../errors.js'
import type { Once, Transaction } from '../core/transact.js'
import { findAnswer, lockKey, partOf, storeAnswer, type Answer, type IdempotentRequest } from './answers.js'

/** An answer that takes longer to be made is given up, and its change with it: on SQLite, all writers wait for it. */
const LONGEST_WAIT_MS = 10_000

/** Thrown where another process has answered the request in the meantime. */
export class AlreadyAnswered extends Error {
  constructor (readonly answer: Answer) {
    super('The request has been answered')
  }
}

interface Held {
  /** Ends the wait: null commits without an answer to store. */
  readonly answer: (answer: Answer | null) => void
  readonly giveUp: (reason: Error) => void
  readonly committed: Promise<unknown>
}

/**
 * One request that is done once. Its last transaction is held open when its work is done, and goes on to the commit
 * when the answer is known, which is stored in it: change and answer are there together or not at all. What was changed
 * is not to be read in between but through the transaction's result.
 */
export function createOnce (request: IdempotentRequest, longestWaitMs = LONGEST_WAIT_MS) {
  let held: Held | null = null

  async function endHold (end: (held: Held) => void): Promise<void> {
    const ending = held
    held = null
    if (ending === null) return
    end(ending)
    await ending.committed
  }

  const once: Once = {
    async transact<Result> (
      commit: (work: (tx: Transaction) => Promise<Result>) => Promise<Result>,
      work: (tx: Transaction) => Promise<Result>
    ): Promise<Result> {
      // An earlier transaction of the same request was not its last one.
      await once.release()
      const answer = createDeferred<Answer | null>()
      const result = createDeferred<Result>()
      let isGiven = false
      const committed = commit(async (tx) => {
        // Its result is used already, so that it cannot be run again: the caller can ask again.
        if (isGiven) throw new Overloaded()
        await lockKey(tx, request)
        const earlier = await findAnswer(tx.sql, request, tx.time)
        if (earlier !== null) throw new AlreadyAnswered(earlier)
        const value = await work(tx)
        isGiven = true
        result.resolve(value)
        const given = await withDeadline(answer.promise, longestWaitMs, () => {
          throw new Overloaded()
        })
        if (given !== null) await storeAnswer(tx, request, given)
        return value
      })
      committed.catch(result.reject)
      held = { answer: answer.resolve, giveUp: answer.reject, committed }
      return result.promise.catch((error: unknown) => {
        held = null
        throw error
      })
    },
    release: () => endHold(({ answer }) => answer(null)),
    recall: async (tx, part) => (await findAnswer(tx.sql, partOf(request, part), tx.time))?.body ?? null,
    note: (tx, part, text) => storeAnswer(tx, partOf(request, part), { status: 200, body: text })
  }

  return {
    once,
    /** Commits what is held, with its answer. Rejects where that fails, and then nothing has been changed. */
    finish: (answer: Answer) => endHold((held) => held.answer(answer)),
    /** Undoes what is held. */
    giveUp: () => endHold((held) => held.giveUp(new Error('The answer failed'))).catch(() => {})
  }
}

export type HeldRequest = ReturnType<typeof createOnce>

function createDeferred<Value> () {
  let resolve!: (value: Value) => void
  let reject!: (reason: unknown) => void
  const promise = new Promise<Value>((_resolve, _reject) => {
    resolve = _resolve
    reject = _reject
  })
  promise.catch(() => {})
  return { promise, resolve, reject }
}
