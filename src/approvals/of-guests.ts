import { toName } from '../basics/names.js'
import { comparableInAnyCase } from '../basics/texts.js'
import { record } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import { statement } from '../database/sql.js'
import { TooMany } from '../errors.js'
import type { AssetRow } from '../items/rows.js'
import { decisionOf } from './event.js'
import { findDecision, type ApprovalRow } from './rows.js'
import type { Decision } from './schema.js'

/** How many names decide on an asset by one link. */
const MOST_NAMES = 20

export const tooManyNames = () => new TooMany(`${MOST_NAMES} decisions of guests`)

export interface GuestDecision {
  readonly name: string
  readonly status: Decision
  readonly text?: string
}

/** $1 asset, $2 account, $3 link */
const countNames = statement<{ count: number }>('approvals_count_names', () => `
  SELECT COUNT(*) AS count FROM approvals WHERE asset_id = $1 AND account_id = $2 AND user_id = 0 AND link_id = $3`)

/**
 * The decision of a guest on a locked asset. The same name has one decision by a link, which it changes. Throws
 * TooMany.
 */
export async function decideAsGuest (
  tx: Transaction, asset: AssetRow, { name, status, text }: GuestDecision, linkId: number
): Promise<ApprovalRow> {
  const { sql, prisma, caller: { accountId }, time } = tx
  const guestName = toName(name)
  // Names are the same whatever their case, and however their accents are composed.
  const guestKey = comparableInAnyCase(guestName)
  const find = () => sql.first(findDecision, [asset.id, accountId, linkId, guestKey])
  const before = await find()
  if (before !== undefined && before.status === status && before.text === (text ?? null)) return before
  const said = { guestName, status, text: text ?? null, decidedAt: time, linkEnded: false }
  if (before === undefined) {
    const { count } = (await sql.first(countNames, [asset.id, accountId, linkId]))!
    if (count >= MOST_NAMES) throw tooManyNames()
    await prisma.approval.create({
      data: { ...said, accountId, assetId: asset.id, userId: 0, askedBy: 0, linkId, guestKey, createdAt: time }
    })
  } else await prisma.approval.updateMany({ where: { id: before.id, accountId }, data: said })
  const after = (await find())!
  await record(tx, decisionOf(asset, after))
  return after
}
