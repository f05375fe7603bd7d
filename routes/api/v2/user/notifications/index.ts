import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NoParameters } from '#src/http/schemas.js'
import { MailBody, MailReply, notificationsTag, SetMailReply } from '../../notifications/schemas.js'
import { replies } from '../../schemas.js'

const settings: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: notificationsTag,
      summary: 'Read which e-mails you get',
      description: 'The setting is `each` unless you have changed it.',
      querystring: NoParameters,
      response: replies({ 200: MailReply })
    }
  }, async function getNotificationSettings ({ unit }) {
    return { mail: await app.notifications.findMail(unit) }
  })

  app.put('/', {
    schema: {
      tag: notificationsTag,
      summary: 'Set which e-mails you get',
      description:
        'E-mails are sent if the service can send mail. Requests for approval have e-mails of their own, which are sent at once unless the setting is `none`.',
      querystring: NoParameters,
      body: MailBody,
      response: replies({ 200: SetMailReply })
    }
  }, async function setNotificationSettings ({ unit, body }) {
    return { mail: await app.notifications.setMail(unit, body.mail) }
  })
}

export default settings
