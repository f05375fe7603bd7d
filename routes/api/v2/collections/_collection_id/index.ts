import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentCollection } from '#src/collections/rows.js'
import { CollectionNotFound } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { done, replies } from '../../schemas.js'
import {
  CollectionParams, CollectionReply, collectionsTag, UpdateCollectionBody, UpdatedCollectionReply
} from '../schemas.js'

const collection: FastifyPluginAsyncTypebox = async function (app) {
  const params = CollectionParams
  const missing = new CollectionNotFound()

  app.get('/', {
    schema: {
      tag: collectionsTag,
      summary: 'Read a collection',
      description: 'Without its assets, which have a list of their own.',
      params,
      querystring: NoParameters,
      response: replies({ 200: CollectionReply }, missing)
    }
  }, async function getCollection (request) {
    return { collection: presentCollection(await app.collections.read(request.unit, request.params.collection_id)) }
  })

  app.post('/', {
    schema: {
      tag: collectionsTag,
      summary: 'Update a collection',
      description: 'Changes what is sent. By its owner; a public one also by administrators.',
      params,
      querystring: NoParameters,
      body: UpdateCollectionBody,
      response: replies({ 200: UpdatedCollectionReply }, missing)
    }
  }, async function updateCollection (request) {
    const { unit, params: { collection_id: id }, body } = request
    return { collection: presentCollection(await app.collections.update(unit, id, body)) }
  })

  app.delete('/', {
    schema: {
      tag: collectionsTag,
      summary: 'Delete a collection',
      description: 'Its assets stay where they are. By its owner; a public one also by administrators.',
      params,
      querystring: NoParameters,
      response: replies(done('Collection deleted'), missing)
    }
  }, async function deleteCollection (request) {
    await app.collections.remove(request.unit, request.params.collection_id)
    return { ok: 'Collection deleted' }
  })
}

export default collection
