import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { replies } from '../../schemas.js'

const ExternalIdParams = Type.Object({ external_id: Type.String() })

const ExternalIdReply = Type.Object({ external_id: Type.String(), id: Type.String(), type: Type.String() })

const externalId: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', { schema: { params: ExternalIdParams, response: replies({ 200: ExternalIdReply }) } }, async function findByExternalId (request) {
    return app.externalIds.require(request.caller, request.params.external_id)
  })
}

export default externalId
