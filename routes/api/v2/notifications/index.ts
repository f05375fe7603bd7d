import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NoNotificationsNamed } from '#src/notifications/errors.js'
import { sendSmallPage } from '#src/http/list.js'
import { NoParameters } from '#src/http/schemas.js'
import { presentNotification } from '#src/notifications/rows.js'
import { done, replies } from '../schemas.js'
import { NotificationsQuery, NotificationsReply, notificationsTag, ReadBody } from './schemas.js'

const notifications: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: notificationsTag,
      summary: 'List your notifications',
      description:
        'The newest notifications come first. They are kept for 90 days, 1,000 for each user. Notifications of items that you do not see at the moment are left out.',
      querystring: NotificationsQuery,
      response: replies({ 200: NotificationsReply })
    }
  }, async function listNotifications (request, reply) {
    const { unread: onlyUnread } = request.query
    const filters: Record<string, string> = onlyUnread === 'true' ? { unread: 'true' } : {}
    return sendSmallPage(request, reply, filters, async (page) => {
      const { notifications, hasMore, unread } = await app.notifications.list(request.unit, page, onlyUnread === 'true')
      return {
        answer: { notifications: notifications.map(presentNotification), unread },
        last: hasMore ? notifications.at(-1)?.id ?? null : null
      }
    }) as Promise<{ notifications: Array<ReturnType<typeof presentNotification>>, unread: number }>
  })

  app.post('/read', {
    schema: {
      tag: notificationsTag,
      summary: 'Mark notifications as read',
      description: 'The body has either `ids` or `until`.',
      querystring: NoParameters,
      body: ReadBody,
      response: replies(done('Notifications read'), new NoNotificationsNamed())
    }
  }, async function setNotificationsRead ({ unit, body }) {
    await app.notifications.markRead(unit, body)
    return { ok: 'Notifications read' }
  })
}

export default notifications
