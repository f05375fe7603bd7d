import { toItemId, toRowId } from '../basics/ids.js'
import type { ItemType } from '../core/item-type.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import type { Sql } from '../database/sql.js'
import { groupsSeen } from '../groups/seen.js'
import { requireGroups, stillViewers, usersWithin, viewersOfGroups } from '../groups/viewers.js'
import { colleaguesAmong } from '../items/colleagues.js'
import { requireViewers } from '../items/viewers.js'
import { TooManyMentioned } from './errors.js'
import { mentionGroupsOf, mentionsOf, type CommentRow } from './rows.js'

/** Whom a comment mentions: users by their ids, and by their groups. */

export const MOST_MENTIONS = 50
export const MOST_MENTION_GROUPS = 5

export type SentIds = ReadonlyArray<number | bigint>

/** Whom a comment names, as it is sent. */
export interface Naming {
  readonly mentions?: SentIds
  readonly mention_groups?: SentIds
}

/** Those among them whom the caller sees, looked up before the transaction, in which it would keep others waiting. */
export interface Known {
  readonly colleagues: ReadonlySet<number>
  /** Users of the groups who see the item: one too many at most. */
  readonly viewers: readonly number[]
}

/** For guests, who mention nobody. */
export const NOBODY: Known = { colleagues: new Set(), viewers: [] }

/** Of what is not there, or not seen, it tells nothing. */
export async function lookUp (
  { caller, reads: { sql } }: Unit, type: ItemType, itemId: string, { mentions = [], mention_groups: sent = [] }: Naming
): Promise<Known> {
  const colleagues = await colleaguesAmong(sql, caller, mentions.map(toRowId).filter((id) => id !== null))
  const groups = await groupsSeen(sql, caller, sent.map(toRowId).filter((id) => id !== null))
  const known = groups.size === 0 ? null : toItemId(itemId)
  const viewers = known === null ? [] : await someViewers(sql, caller.accountId, type, known, [...groups])
  return { colleagues, viewers }
}

const someViewers = (sql: Sql, accountId: number, type: ItemType, itemId: string, groups: readonly number[]) =>
  viewersOfGroups(sql, accountId, type, itemId, groups, MOST_MENTIONS + 1)

/** What is stored of those whom a comment mentions, and who is told of it. */
interface Mentioned {
  readonly columns: { readonly mentions?: string | null, readonly mentionGroups?: string | null }
  readonly told: readonly number[]
}

/**
 * Those whom a comment names, each once. What is not sent stays as it was before, and who was mentioned then is not
 * told again. Throws UserNotFound for the first who does not see the item, NamedGroupNotFound and TooManyMentioned.
 */
export async function requireMentioned (
  tx: Transaction, type: ItemType, itemId: string, { mentions, mention_groups: sent }: Naming, known: Known,
  before: CommentRow | null = null
): Promise<Mentioned> {
  if (mentions === undefined && sent === undefined) return { columns: {}, told: [] }
  const { sql, caller, caller: { accountId } } = tx
  const earlier = before === null ? [] : mentionsOf(before)
  const earlierGroups = before === null ? [] : mentionGroupsOf(before)
  const users = mentions === undefined
    ? earlier
    : (await requireViewers(tx, type, itemId, mentions, known.colleagues)).map(({ id }) => id)
  const groups = sent === undefined ? earlierGroups : await requireGroups(sql, caller, sent)
  const viewers = sent === undefined
    ? await someViewers(sql, accountId, type, itemId, groups)
    : await stillViewers(sql, accountId, type, itemId, groups, known.viewers)
  const all = new Set([...users, ...viewers])
  if (groups.length > 0 && all.size > MOST_MENTIONS) throw new TooManyMentioned(MOST_MENTIONS)
  const wereTold = new Set([...earlier, ...await usersWithin(sql, accountId, earlierGroups, [...all])])
  return {
    columns: {
      ...mentions !== undefined && { mentions: toColumn(users) },
      ...sent !== undefined && { mentionGroups: toColumn(groups) }
    },
    told: [...all].filter((user) => !wereTold.has(user))
  }
}

/** Null for none. */
function toColumn (ids: readonly number[]): string | null {
  return ids.length === 0 ? null : JSON.stringify(ids)
}
