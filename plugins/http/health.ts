import fp from 'fastify-plugin'
import { createHealth, type Health } from '../../src/process/health.js'

declare module 'fastify' {
  interface FastifyInstance { health: Health }
}

export default fp(async function health (app) {
  const { database, config, loop, draining } = app
  app.decorate('health', createHealth({
    database, config, overdue: loop.overdue, stuck: loop.stuck, isStopping: () => draining.isBegun
  }))
}, { name: 'health', dependencies: ['config', 'database', 'background', 'draining'] })
