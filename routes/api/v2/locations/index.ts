import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { RoleRefused } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { replies } from '../schemas.js'
import { LocationsReply, locationsTag } from './schemas.js'

const locations: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: locationsTag,
      summary: 'List locations',
      description: 'Lists the locations of the account, for administrators.',
      querystring: NoParameters,
      response: replies({ 200: LocationsReply }, new RoleRefused())
    }
  }, async function listLocations (request) {
    const found = await app.locations.list(request.unit)
    return { locations: found.map(({ name, place }) => ({ name, type: place.type })) }
  })
}

export default locations
