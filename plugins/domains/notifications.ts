import fp from 'fastify-plugin'
import { HOUR_MS } from '../../src/basics/units.js'
import { notifications, type Notifications } from '../../src/notifications/notifications.js'
import { NOTIFICATIONS_JOB, removeLeftNotifications } from '../../src/notifications/release.js'
import { sweepNotifications } from '../../src/notifications/sweep.js'

declare module 'fastify' {
  interface FastifyInstance { notifications: Notifications }
}

/** The longest delay before a removal of a killed process resumes. */
const LEFTOVERS_MS = 5000

export default fp(async function notificationsPlugin (app) {
  app.decorate('notifications', notifications)
  const background = { database: app.database.background, transact: app.transactInBackground }
  app.jobs.push(
    { name: NOTIFICATIONS_JOB, intervalMs: LEFTOVERS_MS, run: removeLeftNotifications(background) },
    { name: 'notifications-sweep', intervalMs: HOUR_MS, run: sweepNotifications(background) }
  )
}, { name: 'notifications', dependencies: ['config', 'database', 'transact', 'authentication'] })
