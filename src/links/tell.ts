import { told } from '../comments/tell.js'
import type { EventOf } from '../core/events/record.js'
import { defineSentences, type ReasonsOf, type Teller, type Told } from '../core/events/teller.js'
import type { Transaction } from '../core/transact.js'
import { statement } from '../database/sql.js'

/** $1 account, $2 link */
const findMaker = statement<{ id: number }>('links_maker', () =>
  'SELECT user_id AS id FROM links WHERE account_id = $1 AND id = $2')

const sentences = defineSentences({
  guest_comment: (who, title) => `${who} has commented on ${title}`
})

declare module '../core/events/teller.js' {
  interface Reasons extends ReasonsOf<typeof sentences> {}
}

/** Tells the user who has made a link of the comments of its guests. */
export const linkTeller: Teller = {
  whom: {
    ASSET_ADDED_COMMENT: ofGuest
  },
  about: 'comment',
  sentences
}

async function ofGuest ({ sql, caller }: Transaction, event: EventOf<'ASSET_ADDED_COMMENT'>): Promise<Told[]> {
  const { link_id: linkId } = event.targets
  if (linkId === undefined) return []
  const maker = await sql.first(findMaker, [caller.accountId, linkId])
  return maker === undefined ? [] : [told(event, [[maker.id, 'guest_comment']])]
}
