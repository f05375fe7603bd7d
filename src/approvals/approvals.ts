import { toRowId } from '../basics/ids.js'
import { record } from '../core/events/record.js'
import { releaseThings } from '../core/release.js'
import type { Unit } from '../core/unit.js'
import type { Sql } from '../database/sql.js'
import { RoleRefused, TooMany } from '../errors.js'
import { ApprovalNotFound } from './errors.js'
import { colleaguesAmong } from '../items/colleagues.js'
import { assetKind } from '../items/kinds.js'
import { lockItem, requireItem } from '../items/require.js'
import { requireRight } from '../items/standing.js'
import { requireViewers } from '../items/viewers.js'
import { decisionOf, requestOf } from './event.js'
import { findApproval, listApprovals, listAsked, type ApprovalRow } from './rows.js'
import type { Decision } from './schema.js'

export const MOST_APPROVALS = 100

export interface NewApprovals {
  readonly user_ids: ReadonlyArray<number | bigint>
  readonly text?: string
}

/**
 * Approvals of assets, asked of users. A missing asset throws AssetNotFound, and a missing approval ApprovalNotFound.
 */
export const approvals = {
  async list ({ caller, reads }: Unit, assetId: string): Promise<ApprovalRow[]> {
    const asset = await requireItem(assetKind, reads.sql, caller, assetId)
    return reads.sql.all(listApprovals, [asset.id, caller.accountId])
  },

  /**
   * Asks users who were not asked before. Throws UserNotFound for one who does not see the asset, RoleRefused and
   * TooMany.
   */
  async ask (
    { caller, reads, transact }: Unit, assetId: string, { user_ids: userIds, text }: NewApprovals
  ): Promise<ApprovalRow[]> {
    const ids = userIds.map(toRowId).filter((id) => id !== null)
    const colleagues = await colleaguesAmong(reads.sql, caller, ids)
    return transact(async (tx) => {
      const asset = await lockItem(assetKind, tx, assetId, 'read')
      const asked = await requireViewers(tx, 'asset', asset.id, userIds, colleagues)
      await requireRight(assetKind, tx.sql, tx.caller, asset.id, 'change')
      const before = await tx.sql.all(listAsked, [asset.id, tx.caller.accountId])
      const known = new Set(before.map((approval) => approval.user_id))
      const added = asked.filter(({ id }) => !known.has(id))
      if (before.length + added.length > MOST_APPROVALS) throw new TooMany(`${MOST_APPROVALS} approvals`)
      const { accountId, userId: askedBy } = tx.caller
      for (const { id: userId } of added) {
        await tx.prisma.approval.create({
          data: { accountId, assetId: asset.id, userId, askedBy, status: 'pending', request: text, createdAt: tx.time }
        })
      }
      const after = await tx.sql.all(listAsked, [asset.id, accountId])
      await record(tx, ...after.filter((approval) => !known.has(approval.user_id))
        .map((approval) => requestOf(asset, approval)))
      return tx.sql.all(listApprovals, [asset.id, accountId])
    })
  },

  /**
   * Only the user who was asked decides, as often as they like. `pending` takes a decision back, without an event.
   * Throws RoleRefused.
   */
  decide: (
    { transact }: Unit, assetId: string, id: string,
    { status, text: sent }: { status: Decision | 'pending', text?: string }
  ) =>
    transact(async (tx): Promise<ApprovalRow> => {
      const asset = await lockItem(assetKind, tx, assetId, 'read')
      const before = await requireApproval(tx.sql, tx.caller.accountId, asset.id, id)
      if (before.user_id !== tx.caller.userId) throw new RoleRefused()
      const isDecided = status !== 'pending'
      const text = isDecided ? sent ?? null : null
      if (before.status === status && (!isDecided || before.text === text)) return before
      await tx.prisma.approval.updateMany({
        where: { id: before.id, accountId: tx.caller.accountId },
        data: { status, text, decidedAt: isDecided ? tx.time : null }
      })
      const after = await requireApproval(tx.sql, tx.caller.accountId, asset.id, id)
      if (isDecided) await record(tx, decisionOf(asset, after))
      else tx.touch('asset', asset.id)
      return after
    }),

  /** For the user who has asked, and for users who may remove the approvals of others. Throws RoleRefused. */
  remove: ({ transact }: Unit, assetId: string, id: string) =>
    transact(async (tx): Promise<void> => {
      const asset = await lockItem(assetKind, tx, assetId, 'read')
      const { id: approvalId, asked_by: askedBy } = await requireApproval(tx.sql, tx.caller.accountId, asset.id, id)
      if (askedBy !== tx.caller.userId) await requireRight(assetKind, tx.sql, tx.caller, asset.id, 'moderate')
      await releaseThings(tx, 'approval', [approvalId])
      await tx.prisma.approval.deleteMany({ where: { id: approvalId, accountId: tx.caller.accountId } })
      tx.touch('asset', asset.id)
    })
}

export type Approvals = typeof approvals

async function requireApproval (sql: Sql, accountId: number, assetId: string, sentId: string): Promise<ApprovalRow> {
  const id = toRowId(sentId)
  const found = id === null ? undefined : await sql.first(findApproval, [id, assetId, accountId])
  if (found === undefined) throw new ApprovalNotFound()
  return found
}
