import fp from 'fastify-plugin'
import { history, type History } from '../../src/history/history.js'

declare module 'fastify' {
  interface FastifyInstance { history: History }
}

export default fp(async function historyPlugin (app) {
  app.decorate('history', history)
}, { name: 'history', dependencies: ['authentication'] })
