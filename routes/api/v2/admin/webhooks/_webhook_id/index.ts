import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ProjectNotFound, WebhookNotFound } from '#src/errors.js'
import { ListQuery, section, sendList } from '#src/http/list.js'
import { NoParameters } from '#src/http/schemas.js'
import { presentAttempt } from '#src/webhooks/log/log.js'
import { parseIsoTime } from '#src/webhooks/subscriptions/parameters.js'
import { presentWebhook } from '#src/webhooks/subscriptions/present.js'
import { adminReplies, done } from '../../../schemas.js'
import { reachCounts } from '../counts.js'
import {
  RecoverBody, UpdateWebhookBody, UpdateWebhookReply, WebhookParams, WebhookReply, webhooksTag
} from '../schemas.js'
import { logReplies } from './schemas.js'

const webhook: FastifyPluginAsyncTypebox = async function (app) {
  const params = WebhookParams
  const missing = new WebhookNotFound('1')

  app.get('/', {
    schema: {
      tag: webhooksTag,
      summary: 'Read a webhook',
      description: 'The answer has the headers and the users of the webhook, and the number of waiting events.',
      params,
      querystring: NoParameters,
      response: adminReplies({ 200: WebhookReply }, missing)
    }
  }, async function getWebhook (request) {
    await reachCounts(app, request)
    return { webhook: presentWebhook(await app.webhooks.require(request.unit, request.params.webhook_id)) }
  })

  app.post('/', {
    schema: {
      tag: webhooksTag,
      summary: 'Update a webhook',
      description: 'Changes the properties that you send. Waiting events are sent to the new URL, too.',
      params,
      body: UpdateWebhookBody,
      response: adminReplies({ 200: UpdateWebhookReply }, missing, new ProjectNotFound())
    }
  }, async function updateWebhook (request) {
    const { unit, params, body } = request
    const webhook = await app.webhooks.update(unit, params.webhook_id, body)
    const counted = await reachCounts(app, request) ? await app.webhooks.recount(unit, webhook) : webhook
    return { webhook: presentWebhook(counted) }
  })

  app.delete('/', {
    schema: {
      tag: webhooksTag,
      summary: 'Delete a webhook',
      description: 'Deletes the webhook with its queue and its log.',
      params,
      response: adminReplies(done('Webhook deleted'), missing)
    }
  }, async function deleteWebhook (request) {
    await app.webhooks.remove(request.unit, request.params.webhook_id)
    return { ok: 'Webhook deleted' }
  })

  for (const kind of ['success', 'failed'] as const) {
    app.get(`/${kind}`, {
      schema: {
        tag: webhooksTag,
        operationId: kind === 'success' ? 'listSuccessfulAttempts' : 'listFailedAttempts',
        summary: kind === 'success'
          ? 'Read the log of deliveries that arrived'
          : 'Read the log of deliveries that failed',
        description: 'The log has one entry for each attempt, newest first. Entries are kept for 30 days.',
        params,
        querystring: ListQuery,
        response: adminReplies({ 200: logReplies[kind] }, missing)
      }
    }, async function listAttempts (request, reply) {
      const { row } = await app.webhooks.require(request.unit, request.params.webhook_id)
      return sendList(request, reply, [
        section({
          name: `${kind}_log`,
          read: (page) => app.webhooks.log[kind].read(request.unit, row.id, page),
          weigh: (page) => app.webhooks.log[kind].weigh(request.unit, row.id, page),
          keyOf: ({ id }) => id,
          toJson: (attempt) => JSON.stringify(presentAttempt(attempt)),
          descending: true
        })
      ])
    })
  }

  app.post('/test', {
    schema: {
      tag: webhooksTag,
      summary: 'Send a test to a webhook',
      description:
        'Sends one event of the kind `NOTIFICATION_ADDED` with `test: true` and the `sequence` 0, also if the webhook is disabled. It has no entry in the history. The result of the attempt is in the logs.',
      params,
      querystring: NoParameters,
      response: adminReplies(done('Test queued'), missing)
    }
  }, async function testWebhook (request) {
    await app.webhooks.test(request.unit, request.params.webhook_id)
    return { ok: 'Test queued' }
  })

  app.post('/recover', {
    config: { inPieces: true },
    schema: {
      tag: webhooksTag,
      summary: 'Deliver failed events again',
      description: 'Delivers again all events that have failed permanently since the time that you send.',
      params,
      querystring: NoParameters,
      body: RecoverBody,
      response: adminReplies(done('Deliveries queued again'), missing)
    }
  }, async function recoverWebhook (request) {
    await app.webhooks.recover(request.unit, request.params.webhook_id, parseIsoTime(request.body.since))
    return { ok: 'Deliveries queued again' }
  })
}

export default webhook
