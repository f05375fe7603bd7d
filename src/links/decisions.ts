import { decideAsGuest, type GuestDecision } from '../approvals/of-guests.js'
import { listApprovals, presentApprovalToGuests, statusOf } from '../approvals/rows.js'
import { systemCaller } from '../core/caller.js'
import type { Transact } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import { assetKind } from '../items/kinds.js'
import { lockItem } from '../items/require.js'
import { countOfGuest } from './guest-limit.js'
import type { OpenLink } from './guests.js'
import { requireShown } from './shown.js'
import { saidToGuests } from './words.js'

/** Decisions as guests read and make them. A missing asset throws AssetNotFound. */
export function createGuestDecisions ({ transact }: { transact: Transact }) {
  return {
    /** What was decided, without what is pending, and the status of the asset. */
    async list ({ reads }: Unit, { maker, shown }: OpenLink, assetId: string) {
      const { id } = await requireShown(reads.sql, maker, shown, assetId)
      const rows = await reads.sql.all(listApprovals, [id, maker.accountId])
      const decided = rows.filter(({ status }) => status !== 'pending')
      const said = await saidToGuests(reads.sql, maker.accountId, decided)
      return { approvals: said.map(presentApprovalToGuests), status: statusOf(rows) }
    },

    /** Throws LinkNotFound, TooManyRequests and TooMany. */
    async decide (
      { caller, reads }: Unit, { id: linkId, maker, shown }: OpenLink, sentId: string, decision: GuestDecision,
      address: string
    ) {
      const { id } = await requireShown(reads.sql, maker, shown, sentId)
      return transact(systemCaller({ id: caller.accountId, name: caller.account }), async (tx) => {
        // The asset is locked before the link: src/database/locks.ts.
        const asset = await lockItem(assetKind, tx, id, 'read')
        await countOfGuest(tx, 'decision', linkId, address)
        const [said] = await saidToGuests(tx.sql, caller.accountId, [await decideAsGuest(tx, asset, decision, linkId)])
        return presentApprovalToGuests(said!)
      })
    }
  }
}

export type GuestDecisions = ReturnType<typeof createGuestDecisions>
