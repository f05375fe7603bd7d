import { comments, type NewComment, type OfUsers } from '../comments/comments.js'
import type { ListedComment, WholeComment } from '../comments/rows.js'
import type { Page } from '../basics/page.js'
import { toName } from '../basics/names.js'
import { systemCaller } from '../core/caller.js'
import type { Transact } from '../core/transact.js'
import { createPart, type Unit } from '../core/unit.js'
import { assetKind } from '../items/kinds.js'
import { lockItem } from '../items/require.js'
import { countOfGuest } from './guest-limit.js'
import type { OpenLink } from './guests.js'
import { requireShown } from './shown.js'
import { saidToGuests } from './words.js'

/** A comment as a guest sends it. */
export interface GuestComment extends Omit<NewComment, OfUsers> {
  readonly name: string
}

/** Comments as guests read and write them: without internal ones. */
export function createGuestComments ({ transact }: { transact: Transact }) {
  return {
    /** Throws AssetNotFound. Returns the id for `list`. */
    require: async ({ reads }: Unit, { maker, shown }: OpenLink, assetId: string): Promise<string> =>
      (await requireShown(reads.sql, maker, shown, assetId)).id,

    list: async (unit: Unit, assetId: string, page: Page): Promise<ListedComment[]> =>
      saidToGuests(unit.reads.sql, unit.caller.accountId, await comments.list(unit, assetId, page, true)),

    async readLarge (unit: Unit, assetId: string, comment: ListedComment): Promise<WholeComment | null> {
      const whole = await comments.readLarge(unit, assetId, comment)
      return whole && (await saidToGuests(unit.reads.sql, unit.caller.accountId, [whole]))[0]!
    },

    /** Throws InvalidParameter, AssetNotFound, LinkNotFound, TooManyRequests and TooMany. */
    async add (
      { caller, reads }: Unit, { id: linkId, maker, shown }: OpenLink, sentId: string,
      { name, ...comment }: GuestComment, address: string
    ): Promise<WholeComment> {
      const { id } = await requireShown(reads.sql, maker, shown, sentId)
      return transact(systemCaller({ id: caller.accountId, name: caller.account }), async (tx) => {
        // The asset is locked before the link: src/database/locks.ts.
        await lockItem(assetKind, tx, id, 'read')
        await countOfGuest(tx, 'comment', linkId, address)
        const added = await comments.addOfGuest(createPart(tx), id, comment, { linkId, name: toName(name) })
        return (await saidToGuests(tx.sql, caller.accountId, [added]))[0]!
      })
    }
  }
}

export type GuestComments = ReturnType<typeof createGuestComments>
