import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { BEFORE_RULE, MOST_ASSETS } from '#src/collections/contents.js'
import { AssetNotFound, InvalidParameter, TooMany } from '#src/errors.js'
import { CollectionNotFound } from '#src/collections/errors.js'
import { inspect } from '#src/http/inspect.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { NoParameters } from '#src/http/schemas.js'
import { done, replies, samples } from '../../../schemas.js'
import {
  AddAssetsBody, CollectionAssetsReply, CollectionParams, collectionsTag, RemoveAssetsBody
} from '../../schemas.js'

const collectionAssets: FastifyPluginAsyncTypebox = async function (app) {
  const params = CollectionParams
  const missing = new CollectionNotFound()
  const { contents } = app.collections

  app.get('/', {
    schema: {
      tag: collectionsTag,
      summary: 'List the assets of a collection',
      description: 'Lists the active assets of the collection that you see, in its order.',
      params,
      querystring: PageQuery,
      response: replies({ 200: CollectionAssetsReply }, missing)
    }
  }, async function listCollectionAssets (request, reply) {
    const { unit } = request
    const collection = await contents.require(unit, request.params.collection_id)
    return sendPagedList(request, reply, [
      section({
        name: 'assets',
        read: (page) => contents.list(unit, collection, page),
        keyOf: ({ at }) => at,
        toJson: ({ json }) => json,
        readLarge: (asset) => contents.readLarge(unit, asset.asset_id)
      })
    ])
  })

  app.post('/', {
    schema: {
      tag: collectionsTag,
      summary: 'Add assets to a collection, or move them in it',
      description: 'A collection has at most 10,000 assets. If one of the assets does not exist, nothing is done.',
      params,
      querystring: NoParameters,
      body: AddAssetsBody,
      response: replies(
        done('Assets added'),
        missing,
        new AssetNotFound(),
        new InvalidParameter('before', inspect(samples.assetId), BEFORE_RULE),
        new TooMany(`${MOST_ASSETS} assets`)
      )
    }
  }, async function addCollectionAssets (request) {
    await contents.add(request.unit, request.params.collection_id, request.body)
    return { ok: 'Assets added' }
  })

  app.delete('/', {
    schema: {
      tag: collectionsTag,
      summary: 'Take assets out of a collection',
      description: 'The assets themselves do not change. If one of the assets does not exist, nothing is done.',
      params,
      querystring: NoParameters,
      body: RemoveAssetsBody,
      response: replies(done('Assets removed'), missing, new AssetNotFound())
    }
  }, async function removeCollectionAssets (request) {
    await contents.remove(request.unit, request.params.collection_id, request.body.asset_ids)
    return { ok: 'Assets removed' }
  })
}

export default collectionAssets
