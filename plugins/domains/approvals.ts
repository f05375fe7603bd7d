import fp from 'fastify-plugin'
import { approvals, type Approvals } from '../../src/approvals/approvals.js'

declare module 'fastify' {
  interface FastifyInstance { approvals: Approvals }
}

export default fp(async function approvalsPlugin (app) {
  app.decorate('approvals', approvals)
}, { name: 'approvals', dependencies: ['authentication'] })
