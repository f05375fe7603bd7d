import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { NotFound } from '#src/errors.js'
import { endsWithSlash } from '#src/http/routed-url.js'
import { described } from '#src/http/schemas.js'
import type { Tag } from '#src/openapi/tags.js'
import { replies, samples } from '../../schemas.js'

const externalIdsTag: Tag = {
  name: 'External IDs',
  description: 'Finds what another system calls by a name of its own.',
  position: 50
}

const externalIdParameter = described(
  Type.String(),
  'What another system calls the item. Percent-encode what a path cannot hold. An id with a slash is found also where a proxy has decoded it.',
  samples.externalId
)

const ExternalIdParams = Type.Object({ external_id: externalIdParameter })

const ExternalIdReply = Type.Object({
  external_id: described(Type.String(), 'As it was sent.', samples.externalId),
  id: described(Type.String(), 'Id of the item.', samples.assetId),
  type: described(Type.Unsafe<string>({ type: 'string', enum: ['asset', 'project'] }), 'What the item is.', 'asset'),
  deleted: described(Type.Boolean(), 'Whether it is in the trash bin.', false)
}, { description: 'The item that has the external id, active or in the trash bin.', title: 'ExternalId' })

const externalId: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: externalIdsTag,
      summary: 'Look up an item by its external id',
      description: 'Also one that is in the trash bin.',
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
