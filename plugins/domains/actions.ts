import fp from 'fastify-plugin'
import { definitions, type Definitions } from '../../src/actions/definitions/definitions.js'

declare module 'fastify' {
  interface FastifyInstance { actions: Definitions }
}

export default fp(async function actions (app) {
  app.decorate('actions', definitions)
}, { name: 'actions', dependencies: ['authentication'] })
