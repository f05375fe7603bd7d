import fp from 'fastify-plugin'
import { members, type Members } from '../../src/members/members.js'

declare module 'fastify' {
  interface FastifyInstance { members: Members }
}

export default fp(async function membersPlugin (app) {
  app.decorate('members', members)
}, { name: 'members', dependencies: ['authentication'] })
