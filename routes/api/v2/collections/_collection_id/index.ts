import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentCollection } from '#src/collections/rows.js'
import { CollectionNotFound } from '#src/collections/errors.js'
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
      description: 'The assets of a collection are in a separate list.',
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
      description: 'Changes the properties that you send. The owner can update a collection, and administrators can update a public one.',
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
      description: 'The assets themselves are not deleted. The owner can delete a collection, and administrators can delete a public one.',
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
