import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { LinkedUserNotFound, WebhookNotFound, WebhookUserNotFound, WebhookUsersFull } from '#src/errors.js'
import { MOST_LINKED_USERS } from '#src/webhooks/subscriptions/linked-users.js'
import { presentLinkedUser } from '#src/webhooks/subscriptions/present.js'
import { adminReplies, done } from '../../../../schemas.js'
import {
  CreateWebhookUserBody, WebhookParams, webhooksTag, WebhookUserParams, WebhookUserReply
} from '../../schemas.js'

const webhookUsers: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    schema: {
      tag: webhooksTag,
      summary: 'Link a user to a webhook',
      description: 'If a webhook has linked users, it sends only events that they cause.',
      params: WebhookParams,
      body: CreateWebhookUserBody,
      response: adminReplies(
        { 200: WebhookUserReply },
        new WebhookNotFound('1'),
        new LinkedUserNotFound('2'),
        new WebhookUsersFull(MOST_LINKED_USERS)
      )
    }
  }, async function createWebhookUser (request) {
    return {
      webhook_user:
        presentLinkedUser(await app.webhooks.users.add(request.unit, request.params.webhook_id, request.body.user_id))
    }
  })

  app.delete('/:webhook_user_id', {
    schema: {
      tag: webhooksTag,
      summary: 'Unlink a user from a webhook',
      description: 'If a webhook has no linked users, it sends the events of all users.',
      params: WebhookUserParams,
      response: adminReplies(done('Webhook user deleted'), new WebhookNotFound('1'), new WebhookUserNotFound('1'))
    }
  }, async function deleteWebhookUser (request) {
    const { webhook_id: webhookId, webhook_user_id: webhookUserId } = request.params
    await app.webhooks.users.remove(request.unit, webhookId, webhookUserId)
    return { ok: 'Webhook user deleted' }
  })
}

export default webhookUsers
