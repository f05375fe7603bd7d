import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ListQuery, section, sendList } from '../../../../../src/http/list.js'
import { presentWebhook } from '../../../../../src/webhooks/present.js'
import { replies } from '../../schemas.js'
import { CreateWebhookBody, WebhookReply } from './schemas.js'

const webhooks: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', { schema: { querystring: ListQuery, response: replies({}) } }, async function listWebhooks (request, reply) {
    return sendList(request, reply, [
      section({
        name: 'webhooks',
        read: (page) => app.webhooks.list(request.caller, page),
        keyOf: ({ row }) => row.id,
        toJson: (webhook) => JSON.stringify(presentWebhook(webhook))
      })
    ])
  })

  app.post('/', { schema: { body: CreateWebhookBody, response: replies({ 200: WebhookReply }) } }, async function createWebhook (request) {
    return { webhook: presentWebhook(await app.webhooks.create(request.caller, request.body)) }
  })
}

export default webhooks
