import type { Caller } from '../core/caller.js'
import type { Transact, Transaction } from '../core/transact.js'
import { createPart, createUnit, type Unit } from '../core/unit.js'
import type { Database } from '../database/database.js'
import { TooLargeForBulk } from '../errors.js'
import {
  findAnswer, lockKey, partOf, removeNotes, storeAnswer, storeNote, type KeptAnswer, type IdempotentRequest
} from './answers.js'

export interface OnceDependencies {
  readonly database: Database
  readonly transact: Transact
  /** Repeats an attempt after the cascade that blocks it: src/trash/cascades.ts. */
  readonly patiently: <Result>(caller: Caller, attempt: () => Promise<Result>) => Promise<Result>
}

/** The work of a request. */
export interface Work {
  /** Returns the answer, as JSON. */
  readonly perform: (unit: Unit) => Promise<string>
  /** The part of the answer that is kept. */
  readonly toKept: (answer: string) => string
  /** Whether it always takes several transactions. */
  readonly inPieces: boolean
  /** Whether its transaction is long: src/database/database.ts. */
  readonly long: boolean
}

/** Thrown if another process has answered the request in the meantime. */
class AlreadyAnswered extends Error {
  constructor (readonly answer: KeptAnswer) {
    super('The request has been answered')
  }
}

/** Rolls back a transaction that has changed nothing, or has failed, and whose answer is not kept. */
class NotKept extends Error {
  constructor (readonly text: string) {
    super('The answer is not kept')
  }
}

/**
 * Does a request once: its answer is stored with its change, both or neither. The request is a part of one transaction.
 * A request that needs several transactions begins them itself: it stores notes in them, and its answer in the last.
 */
export function createOnce ({ database, transact, patiently }: OnceDependencies) {
  return async function doOnce (request: IdempotentRequest, caller: Caller, work: Work): Promise<string | KeptAnswer> {
    const { perform, toKept, long } = work

    /** Throws AlreadyAnswered. */
    async function admit (tx: Transaction): Promise<void> {
      await lockKey(tx, request)
      const earlier = await findAnswer(tx.sql, request, tx.time)
      if (earlier !== null) throw new AlreadyAnswered(earlier)
    }

    const keep = (tx: Transaction, text: string) => storeAnswer(tx, request, toKept(text))

    async function together (tx: Transaction): Promise<string> {
      await admit(tx)
      const part = createPart(tx)
      let hasChanged = false
      const text = await perform({
        ...part,
        async transact (work) {
          const value = await part.transact(work)
          hasChanged = true
          return value
        }
      })
      if (!hasChanged) throw new NotKept(text)
      await keep(tx, text)
      return text
    }

    async function inPieces (): Promise<string> {
      let hasChanged = false
      let isKept = false
      /** Pieces that have a note, of this or of an earlier attempt. */
      const noted = new Set<number>()
      const unit = createUnit({ database, transact }, caller)
      const text = await perform({
        ...unit,
        async transact (work, options) {
          hasChanged = false
          const value = await unit.transact(async (tx) => {
            isKept = false
            await admit(tx)
            return work(tx)
          }, options)
          hasChanged = true
          return value
        },
        notes: {
          async recall (tx, piece) {
            const note = await findAnswer(tx.sql, partOf(request, piece), tx.time)
            if (note !== null) noted.add(piece)
            return note?.body ?? null
          },
          async note (tx, piece, text) {
            noted.add(piece)
            await storeNote(tx, request, piece, text)
          },
          async answer (tx, text) {
            await keep(tx, text)
            await removeNotes(tx, request, [...noted])
            isKept = true
          }
        }
      })
      if (hasChanged && !isKept) {
        await unit.transact(async (tx) => {
          await admit(tx)
          await keep(tx, text)
          await removeNotes(tx, request, [...noted])
        })
      }
      return text
    }

    try {
      if (work.inPieces) return await inPieces()
      return await patiently(caller, () => transact(caller, together, { long })).catch((error: unknown) => {
        if (error instanceof NotKept) return error.text
        if (error instanceof TooLargeForBulk) return inPieces()
        throw error
      })
    } catch (error) {
      if (error instanceof AlreadyAnswered) return error.answer
      throw error
    }
  }
}

export type Once = ReturnType<typeof createOnce>
