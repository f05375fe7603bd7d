import type { FastifyBaseLogger } from 'fastify'
import { createBreath } from '../work/turns/breath.js'
import type { Caller } from '../core/caller.js'
import { isOutage } from '../database/outages.js'
import { BulkTooLong, Overloaded, TooLargeForBulk } from '../errors.js'
import { CascadeUnderWay } from '../items/cascades.js'
import { lockTree } from '../items/tree.js'
import { callerWithin, type Transact, type Transaction } from '../core/transact.js'
import { PIECE_MS } from '../work/pieces/pieces.js'
import type { Cascades } from '../trash/cascades.js'
import { createOperations, type Operation } from './operations.js'
import { Results, type BulkAnswer, type OperationResult } from './results.js'
import type { BulkRoutes } from './routes.js'

/** So long at most a transaction does operations that are to be done together. */
const LONGEST_S = 20
/**
 * A transaction of operations that each stand for themselves takes up so many at most, and no further ones after
 * PIECE_MS.
 */
const PIECE = 100
/** After so long others get a turn of the event loop. */
const TURN_MS = 4

export interface BulkOptions {
  readonly atomic: boolean
  readonly dryRun: boolean
}

export interface BulkDependencies {
  readonly transact: Transact
  readonly cascades: Cascades
  readonly routes: BulkRoutes
  readonly log: FastifyBaseLogger
}

/** Ends a transaction of which nothing is to stay. */
class Undone extends Error {
  constructor (readonly answer: BulkAnswer) {
    super('The operations are undone')
  }
}

/** Many requests in one: all of them or none, or each for itself. */
export function createBulk ({ transact, cascades, routes, log }: BulkDependencies) {
  const { attempt, refuse } = createOperations({ routes, log })
  const long = { long: true }

  /**
   * All in one transaction, which is undone where it is a rehearsal, or where it is to be all or nothing and one has
   * failed.
   */
  async function together (
    caller: Caller, operations: readonly Operation[], { atomic, dryRun }: BulkOptions
  ): Promise<BulkAnswer> {
    const work = async (tx: Transaction) => {
      const results = new Results()
      const end = performance.now() + LONGEST_S * 1000
      const requireTime = () => { if (performance.now() > end) throw new BulkTooLong(LONGEST_S) }
      await holdTree(tx, operations)
      if (atomic) await doAll(tx, operations, results, requireTime)
      else await doEach(tx, operations, results, { requireTime, refuse })
      if (dryRun) throw new Undone(results.answer(false))
      return results.answer(true)
    }
    return cascades.patiently(caller, () => transact(caller, work, long)).catch((error: unknown) => {
      if (error instanceof Undone) return error.answer
      throw error
    })
  }

  /** Throws Undone with the first one that fails. */
  function doAll (
    tx: Transaction, operations: readonly Operation[], results: Results, requireTime: () => void
  ): Promise<void> {
    const member = callerWithin(tx)
    const breathe = createBreath(TURN_MS)
    return gathering(tx, async () => {
      for (const operation of operations) {
        await breathe()
        const { isFailed } = results.add(await attempt(member, operation, results, requireTime).catch(refuse))
        if (isFailed) throw new Undone(results.answer(false))
      }
    })
  }

  /**
   * What fails is undone alone. A savepoint for each would be half of the work: several are done in one, as most
   * succeed, and after a failure those before it once more, and then fewer at a time. Ends early where `isOver` says
   * so.
   */
  async function doEach (
    tx: Transaction,
    operations: readonly Operation[],
    results: Results,
    { requireTime = () => {}, isOver = () => false, refuse }: {
      requireTime?: () => void
      isOver?: () => boolean
      refuse: (error: unknown) => OperationResult
    }
  ): Promise<void> {
    const breathe = createBreath(TURN_MS)
    let atOnce = PIECE
    while (results.size < operations.length && !isOver()) {
      const start = results.size
      const group = operations.slice(start, start + atOnce)
      try {
        await tx.savepoint((part) => gathering(part, async () => {
          const member = callerWithin(part)
          for (const operation of group) {
            await breathe()
            results.add(await attempt(member, operation, results, requireTime))
            if (isOver()) return
          }
        }))
        atOnce = Math.min(2 * atOnce, PIECE)
      } catch (error) {
        const done = results.size - start
        results.cutTo(start)
        if (isOutage(error)) throw error
        if (group.length === 1) results.add(refuse(error))
        // What is sent late may fail late, after the last of them.
        else atOnce = done > 0 && done < group.length ? done : Math.ceil(done / 2) || 1
      }
    }
  }

  /**
   * Each for itself: what has failed alone is undone, and the others stay. Done in pieces, so that others who write get
   * their turn.
   */
  async function apart (caller: Caller, operations: readonly Operation[]): Promise<BulkAnswer> {
    const results = new Results()
    while (results.size < operations.length) {
      const before = results.size
      try {
        const isStuck = await transact(caller, (tx) => doPiece(tx, operations, results, before), long)
        if (isStuck) results.add(await attempt(caller, operations[results.size]!, results).catch(refuse))
      } catch (error) {
        if (!isOutage(error) || before === 0) throw error
        results.cutTo(before)
        // What was done is told, and the rest would meet the same.
        while (results.size < operations.length) results.add(refuse(new Overloaded()))
      }
    }
    return results.answer(true)
  }

  /** The next operations. Says whether the one after them needs transactions of its own. */
  async function doPiece (
    tx: Transaction, operations: readonly Operation[], results: Results, before: number
  ): Promise<boolean> {
    results.cutTo(before)
    const { once } = tx.caller
    const earlier = await once?.recall(tx, before) ?? null
    if (earlier !== null) {
      for (const result of JSON.parse(earlier) as OperationResult[]) results.add(result)
      return false
    }
    const end = performance.now() + PIECE_MS
    let isStuck = false
    await holdTree(tx, operations)
    try {
      await doEach(tx, operations.slice(0, before + PIECE), results, {
        isOver: () => performance.now() >= end,
        refuse: unlessStuck
      })
    } catch (error) {
      if (!needsItsOwn(error)) throw error
      isStuck = true
    }
    if (results.size > before && results.size < operations.length) {
      await once?.note(tx, before, JSON.stringify(results.from(before)))
    }
    return isStuck
  }

  function unlessStuck (error: unknown): OperationResult {
    if (needsItsOwn(error)) throw error
    return refuse(error)
  }

  /** Taken before any row is locked, as a request on its own does. */
  async function holdTree (tx: Transaction, operations: readonly Operation[]): Promise<void> {
    const modes = new Set(operations.map(({ method, path }) => routes.find(method, path)?.tree ?? null))
    const mode = (['exclusive', 'shared'] as const).find((mode) => modes.has(mode))
    if (mode !== undefined) await lockTree(tx, mode)
  }

  return (caller: Caller, operations: readonly Operation[], options: BulkOptions): Promise<BulkAnswer> =>
    options.atomic || options.dryRun ? together(caller, operations, options) : apart(caller, operations)
}

export type Bulk = ReturnType<typeof createBulk>

function needsItsOwn (error: unknown): boolean {
  return error instanceof CascadeUnderWay || error instanceof TooLargeForBulk
}

function gathering (tx: Transaction, work: () => Promise<void>): Promise<void> {
  return tx.sql.gatherInserts?.(work) ?? work()
}
