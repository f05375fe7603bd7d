import type { FastifyBaseLogger } from 'fastify'
import { systemCaller, type Caller } from '../core/caller.js'
import { record } from '../core/events/record.js'
import type { Transact, Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { doSteps, PIECE_MS, type PieceOutcome } from '../work/pieces/pieces.js'
import { createSharedWork } from '../work/pieces/shared.js'
import { removeSomeValues } from './values/remove-values.js'

/** A removed field or group. Values are removed up to the given item. */
interface Removal {
  readonly id: number
  readonly field_group_id: number
  readonly field_id: number | null
  readonly after_id: string
}

const COLUMNS = 'id, field_group_id, field_id, after_id'

/** $1 account, $2 removal: no row if another process is working on it, or if it has ended */
const lock = statement<Removal>(
  'field_removals_lock',
  (sql) => `SELECT ${COLUMNS} FROM field_removals WHERE account_id = $1 AND id = $2 ${sql.forUpdateSkipLocked}`
)

/** $1 account, $2 removal */
const find = statement('field_removals_find', () => 'SELECT id FROM field_removals WHERE account_id = $1 AND id = $2')

/** $1 account, $2 removal, $3 item */
const moveOn = statement(
  'field_removals_go_on',
  () => 'UPDATE field_removals SET after_id = $3 WHERE account_id = $1 AND id = $2'
)

const listAll = statement<{ id: number, user_id: number, account_id: number, account: string }>('field_removals_all', () => `
  SELECT field_removals.id, user_id, account_id, accounts.name AS account
  FROM field_removals JOIN accounts ON accounts.id = account_id ORDER BY field_removals.id LIMIT 100`)

export interface RemovalsDependencies {
  readonly database: Database
  readonly transact: Transact
  /** Logs each removal that took several pieces. */
  readonly log?: Pick<FastifyBaseLogger, 'info'>
  readonly pieceMs?: number
}

/**
 * Removes the values of removed fields and groups, however many items have some: in pieces, each a transaction, so that
 * others get their turn. The field or the group is gone for everybody with the first piece, and the history records it
 * with the last. A job finishes what a killed process has left.
 */
export function createFieldRemovals ({ database, transact, log, pieceMs = PIECE_MS }: RemovalsDependencies) {
  const jobs = createSharedWork<{ readonly caller: Caller, readonly id: number }, number>({
    find: async () => {
      const left = await database.reads.sql.all(listAll, [])
      return left.map(({ id, user_id: userId, account_id: accountId, account }) =>
        ({ id, caller: systemCaller({ id: accountId, name: account }, userId) }))
    },
    idOf: ({ id }) => id,
    prepare: ({ caller, id }) => {
      const startedAt = performance.now()
      return async function doPiece () {
        const outcome = await transact(caller, (tx) => goOn(tx, id, pieceMs), { long: true })
        const durationMs = Math.round(performance.now() - startedAt)
        if (outcome === 'done') log?.info({ removalId: id, accountId: caller.accountId, durationMs }, 'field removal')
        return outcome
      }
    }
  })

  return {
    /**
     * Runs the transaction that removes a field or a group. It returns the removal to do afterwards: see
     * `beginRemoval`.
     */
    async run ({ caller, transact }: Unit, work: (tx: Transaction) => Promise<number>): Promise<void> {
      const { id, outcome } = await transact(async (tx) => {
        const id = await work(tx)
        return { id, outcome: await goOn(tx, id, pieceMs) }
      }, { long: true })
      if (outcome !== 'done') await jobs.finish({ caller, id })
    },

    /** The job: finishes removals that are not under way in this process. */
    finishLeftovers: jobs.run,

    stop: jobs.stop
  }
}

export type FieldRemovals = ReturnType<typeof createFieldRemovals>

/** Records that the values of a group, or of a field of it, are to be removed. */
export async function beginRemoval (tx: Transaction, fieldGroupId: number, fieldId: number | null): Promise<number> {
  const { accountId, userId } = tx.caller
  return (await tx.prisma.fieldRemoval.create({ data: { accountId, fieldGroupId, fieldId, userId, afterId: '' } })).id
}

async function goOn (tx: Transaction, id: number, pieceMs: number): Promise<PieceOutcome> {
  const { accountId } = tx.caller
  const removal = await tx.sql.first(lock, [accountId, id])
  if (removal === undefined) return await tx.sql.first(find, [accountId, id]) === undefined ? 'done' : 'taken'
  const { field_group_id: groupId, field_id: fieldId } = removal
  let after: string | null = removal.after_id
  await doSteps(pieceMs, async () => {
    after = after === null ? null : await removeSomeValues(tx, groupId, fieldId, after)
    return after === null ? 'done' : 'more'
  })
  if (after !== null) {
    await tx.sql.run(moveOn, [accountId, id, after])
    return 'more'
  }
  await tx.prisma.fieldRemoval.deleteMany({ where: { id, accountId } })
  if (fieldId === null) {
    await tx.prisma.fieldGroup.deleteMany({ where: { id: groupId, accountId } })
    await record(tx, { event: 'FIELD_GROUP_REMOVED', targets: { field_group_id: groupId } })
  } else {
    await record(tx, { event: 'FIELD_REMOVED', targets: { field_group_id: groupId, field_id: fieldId } })
  }
  return 'done'
}
