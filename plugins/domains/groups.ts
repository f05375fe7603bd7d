import fp from 'fastify-plugin'
import { groups, type Groups } from '../../src/groups/groups.js'

declare module 'fastify' {
  interface FastifyInstance { groups: Groups }
}

export default fp(async function groupsPlugin (app) {
  app.decorate('groups', groups)
}, { name: 'groups', dependencies: ['authentication'] })
