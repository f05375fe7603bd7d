import { HOUR_MS, SECOND_MS } from '../basics/units.js'
import type { Domain } from '../domain.js'
import { notificationEvents } from './events.js'
import { NOTIFICATIONS_JOB, notificationRelease, removeLeftNotifications } from './release.js'
import { sweepNotifications } from './sweep.js'

/** The longest delay before a removal of a killed process resumes. */
const LEFTOVERS_MS = 5 * SECOND_MS

export const notifications: Domain = {
  name: 'notifications',
  tables: ['notifications', 'notification_leftovers', 'notification_mails'],
  words: /notification/i,
  // Its tables have columns of theirs, until before.ts goes.
  uses: ['comments', 'approvals'],
  otherwise: /^database\/postgresql\/notices/,
  events: notificationEvents,
  release: notificationRelease,
  jobs: (background) => [
    { name: NOTIFICATIONS_JOB, intervalMs: LEFTOVERS_MS, run: removeLeftNotifications(background) },
    { name: 'notifications-sweep', intervalMs: HOUR_MS, run: sweepNotifications(background) }
  ],
  pages: ['/notifications']
}
