import { LARGEST_ROW_ID, toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import type { Unit } from '../core/unit.js'
import { NoNotificationsNamed } from '../errors.js'
import { findPreference, setPreference, type MailPreference } from '../mail/outbox/preference.js'
import { askForMailAgain } from './mail/due.js'
import {
  listPlaces, markRead, markReadUntil, MOST_OF_USER, ownOf, readByIds, type NotificationPlace, type NotificationRow
} from './rows.js'
import { keepSeen } from './seen.js'

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
    const own = ownOf(caller)
    const places = await reads.sql.all<NotificationPlace>(listPlaces, [...own, MOST_OF_USER])
    const seen = await keepSeen(reads.sql, caller, places)
    const unread = seen.filter((place) => !place.is_read)
    const before = toRowId(after) ?? Infinity
    const following = (onlyUnread ? unread : seen).filter(({ id }) => id < before)
    const ids = JSON.stringify(following.slice(0, limit).map(({ id }) => id))
    return {
      notifications: await reads.sql.all<NotificationRow>(readByIds, [...own, ids]),
      hasMore: following.length > limit,
      unread: unread.length
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
