import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ListQuery, section, sendList } from '../../../../../../src/http/list.js'
import { presentAttempt } from '../../../../../../src/webhooks/log.js'
import { parseIsoTime } from '../../../../../../src/webhooks/parameters.js'
import { presentWebhook } from '../../../../../../src/webhooks/present.js'
import { OkReply, replies } from '../../../schemas.js'
import { RecoverBody, UpdateWebhookBody, WebhookParams, WebhookReply } from '../schemas.js'

/** An entry of the log may hold what was sent and what came back: more of them at once would be too much. */
const LOG_PAGE = 20

const webhook: FastifyPluginAsyncTypebox = async function (app) {
  const answersWebhook = { schema: { params: WebhookParams, response: replies({ 200: WebhookReply }) } }
  const answersOk = { schema: { params: WebhookParams, response: replies({ 200: OkReply }) } }

  app.get('/', answersWebhook, async function getWebhook (request) {
    return { webhook: presentWebhook(await app.webhooks.require(request.caller, request.params.webhook_id)) }
  })

  app.post('/', { schema: { ...answersWebhook.schema, body: UpdateWebhookBody } }, async function updateWebhook (request) {
    return { webhook: presentWebhook(await app.webhooks.update(request.caller, request.params.webhook_id, request.body)) }
  })

  app.delete('/', answersOk, async function deleteWebhook (request) {
    await app.webhooks.remove(request.caller, request.params.webhook_id)
    return { ok: 'Webhook deleted' }
  })

  for (const kind of ['success', 'failed'] as const) {
    app.get(`/${kind}`, { schema: { params: WebhookParams, querystring: ListQuery, response: replies({}) } }, async function listAttempts (request, reply) {
      const { row } = await app.webhooks.require(request.caller, request.params.webhook_id)
      return sendList(request, reply, [
        section({
          name: `${kind}_log`,
          read: (page) => app.webhooks.log[kind](request.caller, row.id, page),
          keyOf: ({ id }) => id,
          toJson: (attempt) => JSON.stringify(presentAttempt(attempt)),
          pageSize: LOG_PAGE
        })
      ])
    })
  }

  app.post('/test', answersOk, async function testWebhook (request) {
    await app.webhooks.test(request.caller, request.params.webhook_id)
    return { ok: 'Test queued' }
  })

  app.post('/recover', { schema: { ...answersOk.schema, body: RecoverBody } }, async function recoverWebhook (request) {
    await app.webhooks.recover(request.caller, request.params.webhook_id, parseIsoTime(request.body.since))
    return { ok: 'Deliveries queued again' }
  })
}

export default webhook
