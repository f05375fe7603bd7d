import type { Release } from '../core/release.js'
import { statement } from '../database/sql.js'
import { createLeftovers } from '../work/pieces/leftovers.js'
import { removeAboutBefore } from './before.js'
import { notificationsOfRemoved } from './of-removed.js'
import { removeAbout } from './rows.js'

/** Notifications go with their items, and with what they are about besides. */

/** The job that removes what is left. */
export const NOTIFICATIONS_JOB = 'notifications'

/** $1 account, $2 JSON list of items, $3 limit */
const removeOfItems = statement('notifications_remove_of_items', (sql) => `
  DELETE FROM notifications WHERE account_id = $1 AND ${sql.among('id', `
    SELECT id FROM notifications WHERE account_id = $1 AND ${sql.among('item_id', sql.strings('$2'))} LIMIT $3`)}`)

/** $1 account, $2 JSON list of items: those that are gone, but not all of their notifications */
export const leftoversAmong = statement<{ id: string }>('notification_leftovers_among', (sql) => `
  SELECT item_id AS id FROM notification_leftovers WHERE account_id = $1 AND ${sql.among('item_id', sql.strings('$2'))}`)

const leftovers = createLeftovers({
  table: 'notification_leftovers',
  job: NOTIFICATIONS_JOB,
  removeSome: async (sql, accountId, itemIds, limit) =>
    await sql.run(removeOfItems, [accountId, JSON.stringify(itemIds), limit])
})

export const notificationRelease: Release = {
  before: leftovers.before,
  async ofDomain ({ sql, caller: { accountId } }, type, ids) {
    const list = JSON.stringify(ids.map(Number))
    await sql.run(removeAbout, [accountId, type, list])
    await removeAboutBefore(sql, accountId, type, list)
  },
  ofRemoved: notificationsOfRemoved
}

/** The job: removes the notifications of deleted items in pieces. */
export const removeLeftNotifications = leftovers.removeLeft
