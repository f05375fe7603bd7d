import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { OkReply, replies } from '../../../../schemas.js'
import { AttemptParams } from '../../schemas.js'

const deliveries: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/:attempt_id/redeliver', { schema: { params: AttemptParams, response: replies({ 200: OkReply }) } }, async function redeliver (request) {
    const { webhook_id: webhookId, attempt_id: attemptId } = request.params
    await app.webhooks.redeliver(request.caller, webhookId, attemptId)
    return { ok: 'Delivery queued again' }
  })
}

export default deliveries
