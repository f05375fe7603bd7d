import fp from 'fastify-plugin'
import { webhooks, type Webhooks } from '../../src/webhooks/subscriptions/webhooks.js'

declare module 'fastify' {
  interface FastifyInstance { webhooks: Webhooks }
}

export default fp(async function webhooksPlugin (app) {
  app.decorate('webhooks', webhooks)
}, { name: 'webhooks', dependencies: ['authentication'] })
