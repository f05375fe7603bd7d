import fp from 'fastify-plugin'
import { createLocations, type Locations } from '../../src/locations/locations.js'

declare module 'fastify' {
  interface FastifyInstance { locations: Locations }
}

export default fp(async function locations (app) {
  app.decorate('locations', createLocations(app))
}, { name: 'locations', dependencies: ['config', 'database', 'authentication'] })
