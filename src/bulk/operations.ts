import type { FastifyBaseLogger, FastifyError } from 'fastify'
import type { Transaction } from '../core/transact.js'
import { createPart, type Unit } from '../core/unit.js'
import { isOutage } from '../database/outages.js'
import { BulkAnswerTooLarge, InternalError } from '../errors.js'
import { nameFailure } from '../http/failures.js'
import { CascadeUnderWay } from '../items/cascade-under-way.js'
import { lockTree } from '../items/tree.js'
import { createYielder } from '../work/turns/yielding.js'
import { fillBody } from './body.js'
import { fillPath } from './placeholders.js'
import type { OperationResult, Results } from './results.js'
import type { BulkRoutes, OperationDetails } from './routes.js'

/** A request in a bulk. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly if_match?: string
}

/** After this time others get a turn of the event loop. */
export const TURN_MS = 4
/** Maximum number of characters of all answers of a bulk. */
const LONGEST_ANSWERS = 32 * 1024 ** 2

/** Rolls back operations on purpose. */
export class Undone extends Error {
  constructor (readonly answer: string) {
    super('The operations are undone')
  }
}

export interface OperationsDependencies {
  readonly routes: BulkRoutes
  readonly log: FastifyBaseLogger
  /** The refusal of what is not in the list. */
  readonly NotPossible: new () => FastifyError
}

/** What counts for the operations of one request. */
export interface OperationRules extends Pick<OperationDetails, 'asked'>, Partial<Pick<Transaction, 'requireTime'>> {
  /** Throws the refusal of a path, before its route is looked for. */
  readonly requirePath?: (path: string) => void
}

/** Does single operations, each as the request would be done on its own. */
export function createOperations ({ routes, log, NotPossible }: OperationsDependencies) {
  /**
   * Does slow work before a transaction is open. A failure here occurs again in the operation, and is reported there.
   */
  async function prepare (unit: Unit, operations: readonly Operation[]): Promise<void> {
    for (const { method, path, body } of operations) {
      await routes.find(method, path)?.prepare(unit, body).catch(() => {})
    }
  }

  /** Locks the tree before any row, as a single request does. */
  async function holdTree (tx: Transaction, operations: readonly Operation[]): Promise<void> {
    const modes = new Set(operations.map(({ method, path }) => routes.find(method, path)?.tree ?? null))
    const mode = (['exclusive', 'shared'] as const).find((mode) => modes.has(mode))
    if (mode !== undefined) await lockTree(tx, mode)
  }

  /** Throws the refusal of the request. */
  async function attempt (
    unit: Unit, { method, path, body, if_match: ifMatch }: Operation, earlier: Results,
    { asked, requirePath, requireTime }: OperationRules = {}
  ): Promise<OperationResult> {
    requireTime?.()
    const take = earlier.takerOfNext()
    const filled = fillPath(path, earlier.answerOf, take)
    requirePath?.(filled)
    const route = routes.find(method, filled)
    if (route === null) throw new NotPossible()
    const text = await route.answer(unit, fillBody(body, earlier.answerOf, take), { ifMatch, asked })
    if (earlier.characters + text.length > LONGEST_ANSWERS) throw new BulkAnswerTooLarge()
    return { status: 200, text }
  }

  /**
   * The result of a failed operation. Failures that concern the whole bulk are thrown again: an outage, a cascade that
   * has to end first.
   */
  function refuse (error: unknown): OperationResult {
    if (isOutage(error) || error instanceof CascadeUnderWay) throw error
    const failure = nameFailure(error as FastifyError)
    if (failure instanceof InternalError) log.error({ err: error }, 'an operation of a bulk failed')
    return { status: failure.statusCode!, text: JSON.stringify({ error: failure.message }) }
  }

  /** Does all operations, or throws Undone at the first failure. */
  async function doAll (
    tx: Transaction, operations: readonly Operation[], results: Results, rules?: OperationRules
  ): Promise<void> {
    const member = createPart(tx)
    const { requireTime } = tx
    const yieldNow = createYielder(TURN_MS)
    for (const operation of operations) {
      await yieldNow()
      const attempted = attempt(member, operation, results, { ...rules, requireTime })
      const { isFailed } = results.add(await attempted.catch(refuse))
      if (isFailed) throw new Undone(results.answer(false))
    }
  }

  return { prepare, holdTree, attempt, doAll, refuse }
}

export type Operations = ReturnType<typeof createOperations>
