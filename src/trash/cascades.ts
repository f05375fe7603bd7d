import type { FastifyBaseLogger } from 'fastify'
import type { Account } from '../access/accounts.js'
import { systemCaller, type Caller } from '../core/caller.js'
import type { Database, TransactionOptions } from '../database/database.js'
import { statement } from '../database/sql.js'
import { withDeadline } from '../basics/deadline.js'
import { Overloaded, TooLargeForBulk } from '../errors.js'
import { CascadeUnderWay, findCascade, type Cascade } from '../items/cascade-under-way.js'
import { projectIdsBelow } from '../items/tree.js'
import type { Transact, Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import { doSteps, PIECE_MS, type PieceOutcome } from '../work/pieces/pieces.js'
import { createSharedWork } from '../work/pieces/shared.js'
import { advance, beginning, LARGEST_ITEMS, type Progress, type Step } from './begin.js'
import { restoreBelowSteps, restoreSteps, trashSteps } from './cohorts.js'
import { purgeSteps } from './purge.js'

/** The longest wait for a cascade that another request has begun. */
const LONGEST_WAIT_MS = 60_000

const stepsOf: Readonly<Record<Cascade['kind'], readonly Step[]>> = {
  trash: trashSteps, restore: restoreSteps, restore_below: restoreBelowSteps, purge: purgeSteps
}

/** $1 account, $2 cascade: no row if another process is working on it, or if it has ended */
const lock = statement(
  'cascades_lock',
  (sql) => `SELECT id FROM cascades WHERE account_id = $1 AND id = $2 ${sql.forUpdateSkipLocked}`
)

/** $1 account, $2 cascade */
const remove = statement('cascades_remove', () => 'DELETE FROM cascades WHERE account_id = $1 AND id = $2')

const listAll = statement<Cascade & { account_id: number, account: string }>('cascades_all', () => `
  SELECT cascades.id, kind, project_id, cohort_id, user_id, account_id, accounts.name AS account
  FROM cascades JOIN accounts ON accounts.id = account_id ORDER BY cascades.id LIMIT 100`)

/** A cascade under way in an account. */
interface CascadeWork {
  readonly account: Account
  readonly cascade: Cascade
}

export interface CascadesDependencies {
  readonly database: Database
  readonly transact: Transact
  /** Logs the end of each cascade that this process has worked on. */
  readonly log?: Pick<FastifyBaseLogger, 'info'>
  readonly pieceMs?: number
}

/**
 * Trash, restore and delete of projects of any size. Large ones are done in pieces, each a transaction, so that others
 * get their turn. The request that has begun a cascade is answered at its end; waiting requests help. A job finishes
 * what a killed process has left.
 */
export function createCascades ({ database, transact, log, pieceMs = PIECE_MS }: CascadesDependencies) {
  const jobs = createSharedWork<CascadeWork, string>({
    find: async () => {
      const left = await database.reads.sql.all(listAll, [])
      return left.map(({ account_id: id, account: name, ...cascade }) => ({ account: { id, name }, cascade }))
    },
    idOf: ({ cascade }) => cascade.id,
    prepare: async ({ account, cascade }) => {
      const caller = systemCaller(account, cascade.user_id)
      const startedAt = performance.now()
      // The tree keeps its shape during the cascade. A cohort is restored wherever its items are.
      const projectIds = cascade.kind === 'restore'
        ? []
        : await projectIdsBelow(database.reads.sql, account.id, cascade.project_id)
      let progress = beginning
      return async function doPiece () {
        const piece = await transact(caller, (tx) => goOn(tx, cascade, projectIds, progress, pieceMs), { long: true })
        progress = piece.progress
        if (piece.outcome === 'done' && progress !== beginning) logEnd(account, cascade, progress, startedAt)
        return piece.outcome
      }
    }
  })

  function logEnd (
    { id: accountId }: Account,
    { id: cascadeId, kind, project_id: projectId }: Cascade,
    { items }: Progress,
    startedAt: number
  ): void {
    const durationMs = Math.round(performance.now() - startedAt)
    log?.info({ cascadeId, kind, accountId, projectId, items, durationMs }, 'cascade')
  }

  /**
   * Runs a transaction after the cascade that blocks it, and then the cascade that it begins. Throws Overloaded after a
   * long wait. Within an open transaction it can neither wait nor begin a cascade: it throws CascadeUnderWay and
   * TooLargeForBulk.
   */
  async function run<Result extends Cascade | null | void> (
    unit: Unit, work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions
  ): Promise<void> {
    if (unit.isPart) {
      if (await unit.transact(work)) throw new TooLargeForBulk(LARGEST_ITEMS)
      return
    }
    const account = accountOf(unit.caller)
    await patiently(unit.caller, async () => {
      const cascade = await unit.transact(work, options)
      if (cascade) await jobs.finish({ account, cascade })
    })
  }

  /**
   * Runs one or more transactions, and repeats them after each cascade that blocks them. Throws Overloaded after a long
   * wait.
   */
  async function patiently<Result> (caller: Caller, attempt: () => Promise<Result>): Promise<Result> {
    const account = accountOf(caller)
    const deadline = performance.now() + LONGEST_WAIT_MS
    while (true) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof CascadeUnderWay)) throw error
        const { cascade } = error
        await withDeadline(jobs.finish({ account, cascade }), deadline - performance.now(), () => {
          throw new Overloaded()
        })
      }
    }
  }

  return {
    run,
    patiently,
    /** The job: finishes cascades that are not under way in this process. */
    finishLeftovers: jobs.run,
    stop: jobs.stop
  }
}

export type Cascades = ReturnType<typeof createCascades>

function accountOf ({ accountId: id, account: name }: Caller): Account {
  return { id, name }
}

async function goOn (
  tx: Transaction, cascade: Cascade, projectIds: readonly string[], begun: Progress, pieceMs: number
): Promise<{ readonly outcome: PieceOutcome, readonly progress: Progress }> {
  const { accountId } = tx.caller
  if (await tx.sql.first(lock, [accountId, cascade.id]) === undefined) {
    return { outcome: (await findCascade(tx))?.id === cascade.id ? 'taken' : 'done', progress: begun }
  }
  const steps = stepsOf[cascade.kind]
  let progress = begun
  const outcome = await doSteps(pieceMs, async () => {
    if (progress.step < steps.length) progress = await advance(tx, cascade, steps, projectIds, progress)
    return progress.step < steps.length ? 'more' : 'done'
  })
  if (outcome === 'done') await tx.sql.run(remove, [accountId, cascade.id])
  return { outcome, progress }
}
