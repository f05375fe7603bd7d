import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { WebhookAttemptNotFound, WebhookNotFound } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { adminReplies, done, samples } from '../../../../schemas.js'
import { AttemptParams, webhooksTag } from '../../schemas.js'

const deliveries: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/:attempt_id/redeliver', {
    schema: {
      tag: webhooksTag,
      summary: 'Repeat an attempt',
      description: 'Sends the same body again at once. It does not matter whether the attempt succeeded.',
      params: AttemptParams,
      querystring: NoParameters,
      response: adminReplies(
        done('Delivery queued again'),
        new WebhookNotFound('1'),
        new WebhookAttemptNotFound(samples.attemptId)
      )
    }
  }, async function redeliverAttempt (request) {
    const { webhook_id: webhookId, attempt_id: attemptId } = request.params
    await app.webhooks.redeliver(request.unit, webhookId, attemptId)
    return { ok: 'Delivery queued again' }
  })
}

export default deliveries
