import swagger from '@fastify/swagger'
import fp from 'fastify-plugin'
import { eventSchemas } from '../../routes/api/v2/admin/webhooks/_webhook_id/events.js'
import { WebhookPayload } from '../../routes/api/v2/admin/webhooks/_webhook_id/schemas.js'
import { webhooksTag } from '../../routes/api/v2/admin/webhooks/schemas.js'
import { publicPath } from '../../src/process/config.js'
import { documentOptions } from '../../src/openapi/document.js'
import { describeWebhooks } from '../../src/openapi/webhooks.js'
import { version } from '../../src/basics/version.js'

/** Collects the routes. `app.swagger()` makes the API document with its first call. */
export default fp(async function openapi (app) {
  await app.register(
    swagger,
    documentOptions({
      url: app.config.PUBLIC_URL,
      path: publicPath(app.config),
      version,
      webhooks: describeWebhooks(WebhookPayload, eventSchemas(WebhookPayload), webhooksTag)
    })
  )
}, { name: 'openapi', dependencies: ['config'] })
