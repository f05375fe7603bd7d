import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentCollection } from '#src/collections/rows.js'
import { AssetNotFound } from '#src/errors.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { CollectionsReply, collectionsTag } from '../../../collections/schemas.js'
import { replies } from '../../../schemas.js'
import { AssetParams } from '../../schemas.js'

const assetCollections: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: collectionsTag,
      summary: 'List the collections of an asset',
      description: 'Lists the collections that you see.',
      params: AssetParams,
      querystring: PageQuery,
      response: replies({ 200: CollectionsReply }, new AssetNotFound())
    }
  }, async function listAssetCollections (request, reply) {
    const { unit } = request
    const asset = await app.collections.requireAsset(unit, request.params.asset_id)
    return sendPagedList(request, reply, [
      section({
        name: 'collections',
        read: (page) => app.collections.listOfAsset(unit, asset.id, page),
        keyOf: ({ id }) => id,
        toJson: (collection) => JSON.stringify(presentCollection(collection))
      })
    ])
  })
}

export default assetCollections
