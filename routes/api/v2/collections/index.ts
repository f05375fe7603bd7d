import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentCollection } from '#src/collections/rows.js'
import { TooMany } from '#src/errors.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { NoParameters } from '#src/http/schemas.js'
import { orRefused, replies } from '../schemas.js'
import { CollectionsReply, collectionsTag, CreateCollectionBody, NewCollectionReply } from './schemas.js'

const collections: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: collectionsTag,
      summary: 'List collections',
      description: 'Lists your own collections and, if you see the whole account, the public ones.',
      querystring: PageQuery,
      response: replies({ 200: CollectionsReply })
    }
  }, async function listCollections (request, reply) {
    const { unit } = request
    return sendPagedList(request, reply, [
      section({
        name: 'collections',
        read: (page) => app.collections.list(unit, page),
        weigh: (page) => app.collections.weigh(unit, page),
        keyOf: ({ id }) => id,
        toJson: (collection) => JSON.stringify(presentCollection(collection))
      })
    ])
  })

  app.post('/', {
    schema: {
      tag: collectionsTag,
      summary: 'Create a collection',
      description: 'You become the owner. A user has at most 1,000 collections.',
      querystring: NoParameters,
      body: CreateCollectionBody,
      response: replies({ 200: orRefused(NewCollectionReply) }, new TooMany('1000 collections'))
    }
  }, async function createCollection (request) {
    return { collection: presentCollection(await app.collections.create(request.unit, request.body)) }
  })
}

export default collections
