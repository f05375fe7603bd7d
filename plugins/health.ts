import fp from 'fastify-plugin'
import { createHealth, type Health } from '../src/health.js'

declare module 'fastify' {
  interface FastifyInstance { health: Health }
}

export default fp(async function health (app) {
  app.decorate('health', createHealth(app))
}, { name: 'health', dependencies: ['database'] })
