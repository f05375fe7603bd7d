import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentNewHeader } from '../../../../../../../src/webhooks/present.js'
import { OkReply, replies } from '../../../../schemas.js'
import { CreateWebhookHeaderBody, WebhookHeaderParams, WebhookHeaderReply, WebhookParams } from '../../schemas.js'

const webhookHeaders: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    schema: { params: WebhookParams, body: CreateWebhookHeaderBody, response: replies({ 200: WebhookHeaderReply }) }
  }, async function createWebhookHeader (request) {
    return { webhook_header: presentNewHeader(await app.webhooks.headers.add(request.caller, request.params.webhook_id, request.body)) }
  })

  app.delete('/:webhook_header_id', { schema: { params: WebhookHeaderParams, response: replies({ 200: OkReply }) } }, async function deleteWebhookHeader (request) {
    const { webhook_id: webhookId, webhook_header_id: headerId } = request.params
    await app.webhooks.headers.remove(request.caller, webhookId, headerId)
    return { ok: 'Webhook header deleted' }
  })
}

export default webhookHeaders
