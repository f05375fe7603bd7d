import fp from 'fastify-plugin'
import { publications, type Publications } from '../../src/publications/publications.js'

declare module 'fastify' {
  interface FastifyInstance { publications: Publications }
}

export default fp(async function publicationsPlugin (app) {
  app.decorate('publications', publications)
}, { name: 'publications', dependencies: ['authentication'] })
