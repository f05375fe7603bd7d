import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentLinkedUser } from '../../../../../../../src/webhooks/present.js'
import { OkReply, replies } from '../../../../schemas.js'
import { CreateWebhookUserBody, WebhookParams, WebhookUserParams, WebhookUserReply } from '../../schemas.js'

const webhookUsers: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    schema: { params: WebhookParams, body: CreateWebhookUserBody, response: replies({ 200: WebhookUserReply }) }
  }, async function createWebhookUser (request) {
    return { webhook_user: presentLinkedUser(await app.webhooks.users.add(request.caller, request.params.webhook_id, request.body.user_id)) }
  })

  app.delete('/:webhook_user_id', { schema: { params: WebhookUserParams, response: replies({ 200: OkReply }) } }, async function deleteWebhookUser (request) {
    const { webhook_id: webhookId, webhook_user_id: linkId } = request.params
    await app.webhooks.users.remove(request.caller, webhookId, linkId)
    return { ok: 'Webhook user deleted' }
  })
}

export default webhookUsers
