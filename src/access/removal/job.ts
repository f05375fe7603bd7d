import type { FastifyBaseLogger } from 'fastify'
import { MINUTE_MS } from '../../basics/units.js'
import type { RemovedUser } from '../../core/release.js'
import type { Transact, Transaction } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { createAttendant, type AttendOptions } from '../../work/claims/attendant.js'
import { LeaseLost } from '../../work/claims/claim.js'
import type { Worker } from '../../work/claims/worker.js'
import { findEnabledUsers, listAdministrators } from '../enabled-users.js'
import { endAtOnce } from './remove.js'
import { endRemoval, removalRows, type RemovalClaim, type RemovalRow } from './rows.js'
import { removedEmail } from './shown.js'

/** How long the e-mail is kept at least: a bulk that was under way is over by then, and what it made is found. */
const KEPT_MS = 2 * MINUTE_MS

export interface RemovalJobDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly worker: Worker
  readonly log: FastifyBaseLogger
  readonly clock?: () => Date
}

/**
 * Gives away what removed users leave, in pieces, each a transaction that finds what is left: a process that is killed
 * leaves nothing half done, and another one goes on. At the end it looks once more, and frees the e-mail.
 */
export function createRemovalJob (
  { database, transact, worker, log, clock = () => new Date() }: RemovalJobDependencies
) {
  const attendant = createAttendant({
    rows: removalRows, database, transact, worker, log, clock, longestDelayMs: KEPT_MS, mostAtOnce: 1, attend
  })

  async function attend (claim: RemovalClaim, { stopping, before }: AttendOptions): Promise<number | null> {
    await before
    try {
      return await giveAway(claim, stopping)
    } catch (error) {
      if (error instanceof LeaseLost) return null
      throw error
    }
  }

  /** Does a piece of the work, while this process has the row. Throws LeaseLost. */
  const doPiece = <Result>(claim: RemovalClaim, work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
    transact(claim.caller, async (tx) => {
      await removalRows.hold(tx, claim)
      return work(tx)
    }, { long: true })

  async function giveAway (claim: RemovalClaim, stopping: AbortSignal): Promise<number | null> {
    const { row } = claim
    const keptUntil = Date.parse(row.created_at) + KEPT_MS
    const isLastLook = clock().getTime() >= keptUntil
    const kinds = await doPiece(claim, async (tx) => {
      await endAtOnce(tx, row.removed_id)
      return tx.releases.flatMap(({ ofRemoved }) => ofRemoved?.inPieces ?? [])
    })
    for (const release of kinds) {
      for (let found = 1; found > 0;) {
        if (stopping.aborted) return letGo(claim, clock())
        found = await doPiece(claim, async (tx) => release(tx, await describe(tx, row)))
      }
    }
    if (!isLastLook) return letGo(claim, new Date(Math.max(keptUntil, clock().getTime())))
    await transact(claim.caller, async ({ sql }) => {
      if (await sql.run(endRemoval, [row.id, row.account_id, claim.token]) === 0) throw new LeaseLost()
    })
    log.info({ userId: row.removed_id, accountId: row.account_id }, 'user removed')
    return null
  }

  async function letGo (claim: RemovalClaim, dueAt: Date): Promise<number> {
    await transact(claim.caller, (tx) => removalRows.letGo(tx, claim, dueAt))
    return Math.max(0, dueAt.getTime() - clock().getTime())
  }

  return attendant
}

/** Whoever is to get something is asked for anew in each piece: meanwhile that user may be disabled, or removed. */
async function describe ({ sql }: Transaction, row: RemovalRow): Promise<RemovedUser> {
  const { account_id: accountId, user_id: removerId, removed_id: id, email, heir_id: heirId } = row
  const users = await findEnabledUsers(sql, accountId, [removerId, ...heirId === null ? [] : [heirId]])
  const heir = users.find(({ userId }) => userId === heirId)
  const successor = heir ?? users.find(({ userId }) => userId === removerId)
  return {
    id,
    email,
    ownerAfter: heir?.email ?? removedEmail(id),
    heirId: heir?.userId ?? null,
    successorId: successor?.userId ?? (await listAdministrators(sql, accountId))[0] ?? null
  }
}
