import fp from 'fastify-plugin'
import { createDraining } from '../src/http/draining.js'

/** Stopping lasts as long as the requests that were begun, and not as long as clients keep their connections. */
export default fp(async function draining (app) {
  const { drain } = createDraining(app.server)
  app.addHook('preClose', async () => drain())
}, { name: 'draining' })
