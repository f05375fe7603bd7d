import fp from 'fastify-plugin'
import { createHistory, type History } from '../../src/history/history.js'

declare module 'fastify' {
  interface FastifyInstance { history: History }
}

export default fp(async function history (app) {
  app.decorate('history', createHistory(app))
}, { name: 'history', dependencies: ['database'] })
