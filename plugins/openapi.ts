import swagger from '@fastify/swagger'
import fp from 'fastify-plugin'
import { WebhookPayload } from '../routes/api/v2/admin/webhooks/schemas.js'
import { publicPath } from '../src/config.js'
import { documentOptions } from '../src/http/openapi/document.js'
import { describeWebhooks } from '../src/http/openapi/webhooks.js'
import { version } from '../src/version.js'

/** Collects the routes, of which `app.swagger()` makes the API document when it is asked for the first time. */
export default fp(async function openapi (app) {
  await app.register(swagger, documentOptions({ url: app.config.PUBLIC_URL, path: publicPath(app.config), version, webhooks: describeWebhooks(WebhookPayload) }))
}, { name: 'openapi', dependencies: ['config'] })
