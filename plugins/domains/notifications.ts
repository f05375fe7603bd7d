import fp from 'fastify-plugin'
import { SECOND_MS } from '../../src/basics/units.js'
import { tellers } from '../../src/consumers.js'
import { NOTIFICATION_MAIL_JOB } from '../../src/notifications/mail/due.js'
import { APPROVAL_MESSAGE } from '../../src/notifications/before.js'
import { writeNotificationMails } from '../../src/notifications/mail/job.js'
import { createMessageWriter } from '../../src/notifications/mail/message.js'
import { AT_ONCE_MESSAGE, NOTIFICATIONS_MESSAGE } from '../../src/notifications/mail/put.js'
import { notifications, type Notifications } from '../../src/notifications/notifications.js'
import { mailBase } from '../../src/process/config.js'

declare module 'fastify' {
  interface FastifyInstance { notifications: Notifications }
}

const MAIL_MS = 2 * SECOND_MS

export default fp(async function notificationsPlugin (app) {
  app.decorate('notifications', notifications)
  const background = { database: app.database.background, transact: app.transactInBackground }
  const mailing = mailBase(app.config)
  if (mailing === null) return
  const delayMs = app.config.NOTIFICATION_DELAY * SECOND_MS
  const write = createMessageWriter({ database: background.database, tellers, mailing })
  for (const kind of [NOTIFICATIONS_MESSAGE, AT_ONCE_MESSAGE, APPROVAL_MESSAGE]) app.mailWriters.set(kind, write)
  app.jobs.push({
    name: NOTIFICATION_MAIL_JOB,
    intervalMs: MAIL_MS,
    run: writeNotificationMails({ ...background, tellers, delayMs })
  })
}, { name: 'notifications', dependencies: ['config', 'database', 'transact', 'authentication', 'mail'] })
