import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { NotFound } from '#src/errors.js'
import { endsWithSlash } from '#src/http/routed-url.js'
import { described } from '#src/http/schemas.js'
import { descriptions } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { replies, samples } from '../../schemas.js'

const externalIdsTag: Tag = {
  name: 'External IDs',
  description: 'External ids are the ids of items in other systems.',
  position: 50
}

const externalIdParameter = described(
  Type.String(),
  'Id of the item in another system. Percent-encode the characters that a path cannot contain. An id with a slash is found even if a proxy has decoded it.',
  samples.externalId
)

const ExternalIdParams = Type.Object({ external_id: externalIdParameter })

const ExternalIdReply = Type.Object({
  external_id: described(Type.String(), 'External id of the item.', samples.externalId),
  id: described(Type.String(), 'Id of the item.', samples.assetId),
  type: described(Type.Unsafe<string>({ type: 'string', enum: ['asset', 'project'] }), descriptions.itemType, 'asset'),
  deleted: described(Type.Boolean(), descriptions.deleted, false)
}, { description: 'The item with the external id, active or in the trash bin.', title: 'ExternalId' })

const externalId: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: externalIdsTag,
      summary: 'Look up an item by its external id',
      description: descriptions.foundInTrash,
      params: ExternalIdParams,
      response: replies({ 200: ExternalIdReply }, new NotFound())
    }
  }, async function findByExternalId (request) {
    const { external_id: externalId } = request.params
    return app.externalIds.require(
      request.unit,
      endsWithSlash(request.url) ? [`${externalId}/`, externalId] : [externalId]
    )
  })
}

export default externalId
