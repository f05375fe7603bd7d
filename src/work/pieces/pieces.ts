import { setTimeout as pause } from 'node:timers/promises'
import { systemCaller, type Caller } from '../../core/caller.js'
import type { Transact, Transaction } from '../../core/transact.js'
import type { SqlValue, Statement } from '../../database/sql.js'
import { createYielder } from '../turns/yielding.js'

/** A transaction of a long job takes up no further items after this time: on SQLite other writers wait for it. */
export const PIECE_MS = 25
/** The interval at which the end of another process's piece is polled. */
const POLL_MS = 25

/** The result of a piece: `taken` if another process is doing it. */
export type PieceOutcome = 'more' | 'taken' | 'done'

/** Does the next piece of a job, in a transaction of its own, so that others have their turn in between. */
export type DoPiece = () => Promise<PieceOutcome>

export interface PieceOptions {
  readonly signal?: AbortSignal | undefined
  /** Called after each piece. */
  readonly onPiece?: (() => void) | undefined
}

/** Does a stored job, piece by piece. Returns whether it has ended; false if the signal came first. */
export async function doPieces (
  doPiece: DoPiece, { signal, onPiece, leavesTaken = false }: PieceOptions & { readonly leavesTaken?: boolean } = {}
): Promise<boolean> {
  while (signal?.aborted !== true) {
    const outcome = await doPiece()
    onPiece?.()
    if (outcome === 'done') return true
    if (outcome === 'taken' && leavesTaken) return false
    if (outcome === 'taken') await pause(POLL_MS)
  }
  return false
}

/** A kind of long job, of which there may be many. */
export interface WorkInPieces<Found> {
  /** Reads the next jobs, without the writer. It may return a part of them. */
  readonly find: () => Promise<readonly Found[]> | readonly Found[]
  /** Prepares a job, and returns the function for its pieces. A job that another process is doing is left to it. */
  readonly prepare: (found: Found) => Promise<DoPiece> | DoPiece
  /** Called when it has ended. */
  readonly settle?: (found: Found) => Promise<void> | void
}

/** Does all jobs that are found, one after the other, until none of them can be finished any more. */
export async function doJobs<Found> (
  { find, prepare, settle }: WorkInPieces<Found>, options: PieceOptions
): Promise<void> {
  for (let ended = 1; ended > 0;) {
    ended = 0
    for (const found of await find()) {
      if (options.signal?.aborted === true) return
      if (!await doPieces(await prepare(found), { ...options, leavesTaken: true })) continue
      await settle?.(found)
      ended++
    }
  }
}

/** Does steps, one after the other, until the time of the piece is up. */
export async function doSteps (pieceMs: number, doStep: () => Promise<PieceOutcome>): Promise<PieceOutcome> {
  const yieldNow = createYielder()
  const end = performance.now() + pieceMs
  while (true) {
    const outcome = await doStep()
    if (outcome !== 'more' || performance.now() >= end) return outcome
    await yieldNow()
  }
}

/** Maximum number of rows that a transaction removes by default. */
const ROWS_PER_TRANSACTION = 1000

export interface RemoveOptions extends PieceOptions {
  readonly transact: Transact
  /** Default: the service. */
  readonly caller?: Caller
  /** Maximum number of rows that a transaction removes. */
  readonly limit?: number
  /** Runs in each transaction, before rows are removed. */
  readonly before?: (tx: Transaction) => Promise<void>
}

/** Removes all rows that a statement finds. Its last parameter is the limit. */
export function removeRows (
  statement: Statement, parameters: readonly SqlValue[],
  { transact, caller = systemCaller(), limit = ROWS_PER_TRANSACTION, before, ...options }: RemoveOptions
): Promise<boolean> {
  return doPieces(() => transact(caller, async (tx) => {
    await before?.(tx)
    return await tx.sql.run(statement, [...parameters, limit]) === limit ? 'more' : 'done'
  }), options)
}
