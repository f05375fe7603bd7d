import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import fp from 'fastify-plugin'
import { WebhookPayload } from '../routes/api/v2/admin/webhooks/schemas.js'
import { documentOptions } from '../src/http/openapi/document.js'
import { describeWebhooks } from '../src/http/openapi/webhooks.js'
import { projectRoot } from '../src/paths.js'

/** Collects the routes, of which `app.swagger()` makes the API document when it is asked for the first time. */
export default fp(async function openapi (app) {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
  await app.register(swagger, documentOptions({ version, webhooks: describeWebhooks(WebhookPayload) }))
}, { name: 'openapi' })
