import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { withoutHiddenValue, withoutSecretValue } from '#src/basics/secrets.js'
import { TooMany, WebhookHeaderNotFound, WebhookNotFound } from '#src/errors.js'
import { LARGEST_HEADERS, MOST_HEADERS } from '#src/webhooks/subscriptions/headers.js'
import { requireSecret } from '#src/webhooks/subscriptions/header-rules.js'
import { presentNewHeader } from '#src/webhooks/subscriptions/present.js'
import { adminReplies, done } from '../../../../schemas.js'
import {
  CreateWebhookHeaderBody, WebhookHeaderParams, WebhookHeaderReply, WebhookParams, webhooksTag
} from '../../schemas.js'

const webhookHeaders: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    config: { keptAnswer: withoutHiddenValue, comparedBody: withoutSecretValue },
    schema: {
      tag: webhooksTag,
      summary: 'Add a header to a webhook',
      description:
        'With `is_hmac`, `header_value` is a secret. The header then has the HMAC-SHA256 of the body in lower-case hexadecimal, and `webhook-signature` has a signature by the rules of Standard Webhooks.',
      params: WebhookParams,
      body: CreateWebhookHeaderBody,
      response: adminReplies(
        { 200: WebhookHeaderReply },
        new WebhookNotFound('1'),
        new TooMany(`${MOST_HEADERS} headers`),
        new TooMany(`${LARGEST_HEADERS} bytes of headers`)
      )
    }
  }, async function createWebhookHeader (request) {
    requireSecret(request.body)
    return {
      webhook_header:
        presentNewHeader(await app.webhooks.headers.add(request.unit, request.params.webhook_id, request.body))
    }
  })

  app.delete('/:webhook_header_id', {
    schema: {
      tag: webhooksTag,
      summary: 'Remove a header from a webhook',
      description: 'Later attempts are sent without the header.',
      params: WebhookHeaderParams,
      response: adminReplies(done('Webhook header deleted'), new WebhookNotFound('1'), new WebhookHeaderNotFound('1'))
    }
  }, async function deleteWebhookHeader (request) {
    const { webhook_id: webhookId, webhook_header_id: headerId } = request.params
    await app.webhooks.headers.remove(request.unit, webhookId, headerId)
    return { ok: 'Webhook header deleted' }
  })
}

export default webhookHeaders
