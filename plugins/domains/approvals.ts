import fp from 'fastify-plugin'
import { createApprovals, type Approvals } from '../../src/approvals/approvals.js'
import { mailBase } from '../../src/process/config.js'

declare module 'fastify' {
  interface FastifyInstance { approvals: Approvals }
}

export default fp(async function approvals (app) {
  app.decorate('approvals', createApprovals(mailBase(app.config)))
}, { name: 'approvals', dependencies: ['config', 'authentication'] })
