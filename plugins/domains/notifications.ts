import fp from 'fastify-plugin'
import { HOUR_MS, SECOND_MS } from '../../src/basics/units.js'
import { tellers } from '../../src/consumers.js'
import { NOTIFICATION_MAIL_JOB } from '../../src/notifications/mail/due.js'
import { NOTIFICATIONS_MESSAGE, writeNotificationMails } from '../../src/notifications/mail/job.js'
import { createMessageWriter } from '../../src/notifications/mail/message.js'
import { notifications, type Notifications } from '../../src/notifications/notifications.js'
import { NOTIFICATIONS_JOB, removeLeftNotifications } from '../../src/notifications/release.js'
import { sweepNotifications } from '../../src/notifications/sweep.js'
import { mailBase } from '../../src/process/config.js'

declare module 'fastify' {
  interface FastifyInstance { notifications: Notifications }
}

/** The longest delay before a removal of a killed process resumes. */
const LEFTOVERS_MS = 5000
const MAIL_MS = 2 * SECOND_MS

export default fp(async function notificationsPlugin (app) {
  app.decorate('notifications', notifications)
  const background = { database: app.database.background, transact: app.transactInBackground }
  app.jobs.push(
    { name: NOTIFICATIONS_JOB, intervalMs: LEFTOVERS_MS, run: removeLeftNotifications(background) },
    { name: 'notifications-sweep', intervalMs: HOUR_MS, run: sweepNotifications(background) }
  )
  const mailing = mailBase(app.config)
  if (mailing === null) return
  const delayMs = app.config.NOTIFICATION_DELAY * SECOND_MS
  app.mailWriters.set(NOTIFICATIONS_MESSAGE, createMessageWriter({ database: background.database, tellers, mailing }))
  app.jobs.push({
    name: NOTIFICATION_MAIL_JOB,
    intervalMs: MAIL_MS,
    run: writeNotificationMails({ ...background, delayMs })
  })
}, { name: 'notifications', dependencies: ['config', 'database', 'transact', 'authentication', 'mail'] })
