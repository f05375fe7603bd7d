import fp from 'fastify-plugin'
import { createMembers, type Members } from '../../src/members/members.js'

declare module 'fastify' {
  interface FastifyInstance { members: Members }
}

export default fp(async function members (app) {
  app.decorate('members', createMembers(app))
}, { name: 'members', dependencies: ['database', 'transact'] })
