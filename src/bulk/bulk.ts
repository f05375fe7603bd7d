import type { FastifyBaseLogger } from 'fastify'
import { createYielder } from '../work/turns/yielding.js'
import { isOutage } from '../database/outages.js'
import { NotPossibleInBulk, Overloaded, TooLargeForBulk } from '../errors.js'
import { CascadeUnderWay } from '../items/cascade-under-way.js'
import type { Transaction } from '../core/transact.js'
import { createPart, type Notes, type Unit } from '../core/unit.js'
import { PIECE_MS } from '../work/pieces/pieces.js'
import type { Cascades } from '../trash/cascades.js'
import { LARGEST_BULK, measure } from './body.js'
import { createOperations, TURN_MS, Undone, type Operation } from './operations.js'
import { Results, type OperationResult } from './results.js'
import type { BulkRoutes } from './routes.js'

/**
 * The longest transaction of operations that are done together, with what the commit adds: the index, deliveries. With
 * one writer, only the time counts in which others wait for it.
 */
const LONGEST_MS = { ofOneWriter: 5_000, amongSeveral: 60_000 }
/** The most operations in one transaction of a bulk that is not atomic. It takes no further ones after PIECE_MS. */
const PIECE = 100

/** The options of a transaction of operations that are done together. */
export const boundedBy = (hasOneWriter: boolean) =>
  ({ long: true, longestMs: hasOneWriter ? LONGEST_MS.ofOneWriter : LONGEST_MS.amongSeveral })

export interface BulkOptions {
  readonly atomic: boolean
  readonly dryRun: boolean
}

export interface BulkDependencies {
  readonly cascades: Cascades
  readonly routes: BulkRoutes
  readonly log: FastifyBaseLogger
  readonly hasOneWriter: boolean
}

/** Bulks: many requests in one, all or none, or each by itself. */
export function createBulk ({ cascades, routes, log, hasOneWriter }: BulkDependencies) {
  const operations = createOperations({ routes, log, NotPossible: NotPossibleInBulk })
  const { prepare, holdTree, attempt, doAll, refuse } = operations
  const long = { long: true }
  const bounded = boundedBy(hasOneWriter)

  /**
   * Does all operations in one transaction. It is rolled back in a dry run, and if it is atomic and an operation has
   * failed.
   */
  async function together (
    unit: Unit, operations: readonly Operation[], { atomic, dryRun }: BulkOptions
  ): Promise<string> {
    await prepare(unit, operations)
    const room = LARGEST_BULK - measure(operations).bytes
    const work = async (tx: Transaction) => {
      const results = new Results(room)
      await holdTree(tx, operations)
      if (atomic) await doAll(tx, operations, results)
      else await doEach(tx, operations, results, { refuse })
      if (dryRun) throw new Undone(results.answer(false))
      const answer = results.answer(true)
      await unit.notes?.answer(tx, answer)
      return answer
    }
    return cascades.patiently(unit.caller, () => unit.transact(work, bounded)).catch((error: unknown) => {
      if (error instanceof Undone) return error.answer
      throw error
    })
  }

  /**
   * Rolls back only failed operations. A savepoint for each would double the work, and most succeed: so a savepoint
   * holds a group. After a failure the operations before it are done again, and the next groups are smaller. Stops
   * early when `isOver` says so.
   */
  async function doEach (
    tx: Transaction,
    operations: readonly Operation[],
    results: Results,
    { isOver = () => false, refuse }: {
      isOver?: () => boolean
      refuse: (error: unknown) => OperationResult
    }
  ): Promise<void> {
    const yieldNow = createYielder(TURN_MS)
    let atOnce = PIECE
    while (results.size < operations.length && !isOver()) {
      const start = results.size
      const group = operations.slice(start, start + atOnce)
      try {
        await tx.savepoint(async (part) => {
          const member = createPart(part)
          for (const operation of group) {
            await yieldNow()
            results.add(await attempt(member, operation, results, tx))
            if (isOver()) return
          }
        })
        atOnce = Math.min(2 * atOnce, PIECE)
      } catch (error) {
        const done = results.size - start
        results.cutTo(start)
        if (isOutage(error)) throw error
        if (group.length === 1) results.add(refuse(error))
        // Inserts are sent late, so the failure may come after the last operation.
        else atOnce = done > 0 && done < group.length ? done : Math.ceil(done / 2) || 1
      }
    }
  }

  /**
   * Does each operation by itself: failed ones are rolled back, the others stay. It works in pieces, so that other
   * writers get their turn.
   */
  async function apart (unit: Unit, operations: readonly Operation[]): Promise<string> {
    const results = new Results(LARGEST_BULK - measure(operations).bytes)
    while (results.size < operations.length) {
      const before = results.size
      try {
        await prepare(unit, operations.slice(before, before + PIECE))
        const at = { before, notes: unit.notes }
        const isStuck = await unit.transact((tx) => doPiece(tx, operations, results, at), long)
        if (isStuck) results.add(await attempt(unit, operations[results.size]!, results).catch(refuse))
      } catch (error) {
        if (!isOutage(error) || before === 0) throw error
        results.cutTo(before)
        // The committed results are kept. The rest would meet the same outage.
        while (results.size < operations.length) results.add(refuse(new Overloaded()))
      }
    }
    return results.answer(true)
  }

  /** Does the next operations. Returns whether the one after them needs transactions of its own. */
  async function doPiece (
    tx: Transaction,
    operations: readonly Operation[],
    results: Results,
    { before, notes }: { before: number, notes: Notes | undefined }
  ): Promise<boolean> {
    results.cutTo(before)
    const earlier = await notes?.recall(tx, before) ?? null
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
    if (results.size === operations.length) await notes?.answer(tx, results.answer(true))
    else if (results.size > before) await notes?.note(tx, before, JSON.stringify(results.from(before)))
    return isStuck
  }

  function unlessStuck (error: unknown): OperationResult {
    if (needsItsOwn(error)) throw error
    return refuse(error)
  }

  /** Returns the answer, as JSON. */
  return (unit: Unit, operations: readonly Operation[], options: BulkOptions): Promise<string> =>
    options.atomic || options.dryRun ? together(unit, operations, options) : apart(unit, operations)
}

export type Bulk = ReturnType<typeof createBulk>

function needsItsOwn (error: unknown): boolean {
  return error instanceof CascadeUnderWay || error instanceof TooLargeForBulk
}
