import { LARGEST_ROW_ID, toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import type { Unit } from '../core/unit.js'
import { NoNotificationsNamed } from './errors.js'
import { findPreference, setPreference, type MailPreference } from '../mail/outbox/preference.js'
import { askForMailAgain } from './mail/due.js'
import {
  listBefore, listUnread, markRead, markReadUntil, MOST_OF_USER, ownOf, type NotificationRow
} from './rows.js'
import { keepSeen } from './seen.js'

/** Notifications that are read at once, also for a page of a few. */
const FEWEST_AT_ONCE = 50

/** The notifications to mark as read: some, or one and all before it. */
export interface ReadNow {
  readonly ids?: ReadonlyArray<number | bigint>
  readonly until?: number | bigint
}

export interface NotificationPage {
  readonly notifications: readonly NotificationRow[]
  readonly hasMore: boolean
  /** How many the user has not read, of those that are about something that the user sees. */
  readonly unread: number
}

/** What a user is told of. Each user has only what is about something that the user sees now. */
export const notifications = {
  /** The newest first. `after` is the id of the one before. */
  async list ({ caller, reads }: Unit, { after, limit }: Page, onlyUnread = false): Promise<NotificationPage> {
    const { sql } = reads
    const own = ownOf(caller)
    const unread = await keepSeen(sql, caller, await sql.all(listUnread, [...own, MOST_OF_USER]))
    const found: NotificationRow[] = []
    // What is not seen is left out, so that one look may not be enough.
    const atOnce = Math.max(limit + 1, FEWEST_AT_ONCE)
    let before: number | undefined = toRowId(after) ?? LARGEST_ROW_ID
    while (before !== undefined && found.length <= limit) {
      const rows: NotificationRow[] = await sql.all(listBefore, [...own, before, onlyUnread ? 1 : 0, atOnce])
      found.push(...await keepSeen(sql, caller, rows))
      before = rows.length < atOnce ? undefined : rows.at(-1)!.id
    }
    return {
      notifications: found.slice(0, limit),
      hasMore: found.length > limit,
      unread: unread.reduce((sum, about) => sum + about.unread, 0)
    }
  },

  /** Passes over ids of others. Throws NoNotificationsNamed. */
  async markRead ({ caller, transact }: Unit, { ids, until }: ReadNow): Promise<void> {
    if ((ids === undefined) === (until === undefined)) throw new NoNotificationsNamed()
    const own = ownOf(caller)
    await transact(async ({ sql }) => {
      if (ids !== undefined) {
        const known = ids.map(toRowId).filter((id) => id !== null)
        await sql.run(markRead, [...own, JSON.stringify(known)])
      } else await sql.run(markReadUntil, [...own, lastIdUpTo(until!)])
    })
  },

  /** Which messages the user gets. */
  findMail: ({ caller, reads }: Unit): Promise<MailPreference> =>
    findPreference(reads.sql, caller.accountId, caller.userId),

  setMail: ({ caller, transact }: Unit, preference: MailPreference) =>
    transact(async (tx): Promise<MailPreference> => {
      await setPreference(tx, caller.userId, preference)
      await askForMailAgain(tx, caller.userId)
      return preference
    })
}

export type Notifications = typeof notifications

/** The largest id that is not beyond a number that was sent. */
function lastIdUpTo (sent: number | bigint): number {
  return Math.max(0, Math.min(Number(sent), LARGEST_ROW_ID))
}
