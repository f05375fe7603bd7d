import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ProjectNotFound, TooMany } from '#src/errors.js'
import { ListQuery, section, sendList } from '#src/http/list.js'
import { presentWebhook } from '#src/webhooks/subscriptions/present.js'
import { MOST_WEBHOOKS } from '#src/webhooks/subscriptions/webhooks.js'
import { adminReplies } from '../../schemas.js'
import { reachCounts } from './counts.js'
import { CreateWebhookBody, CreateWebhookReply, WebhooksReply, webhooksTag } from './schemas.js'

const webhooks: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: webhooksTag,
      summary: 'List the webhooks',
      description: 'Lists all webhooks of the account, with their headers and users.',
      querystring: ListQuery,
      response: adminReplies({ 200: WebhooksReply })
    }
  }, async function listWebhooks (request, reply) {
    await reachCounts(app, request)
    return sendList(request, reply, [
      section({
        name: 'webhooks',
        read: (page) => app.webhooks.list(request.unit, page),
        weigh: (page) => app.webhooks.weigh(request.unit, page),
        keyOf: ({ row }) => row.id,
        toJson: (webhook) => JSON.stringify(presentWebhook(webhook))
      })
    ])
  })

  app.post('/', {
    schema: {
      tag: webhooksTag,
      summary: 'Create a webhook',
      description: 'The webhook receives all later events of the kinds that it names.',
      body: CreateWebhookBody,
      response: adminReplies({ 200: CreateWebhookReply }, new ProjectNotFound(), new TooMany(`${MOST_WEBHOOKS} webhooks`))
    }
  }, async function createWebhook (request) {
    return { webhook: presentWebhook(await app.webhooks.create(request.unit, request.body)) }
  })
}

export default webhooks
