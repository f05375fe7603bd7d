import fp from 'fastify-plugin'
import { createWebhooks, type Webhooks } from '../../src/webhooks/subscriptions/webhooks.js'

declare module 'fastify' {
  interface FastifyInstance { webhooks: Webhooks }
}

export default fp(async function webhooks (app) {
  app.decorate('webhooks', createWebhooks(app))
}, { name: 'webhooks', dependencies: ['database', 'transact'] })
