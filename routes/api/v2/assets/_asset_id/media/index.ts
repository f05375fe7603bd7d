import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ListQuery, section, sendList } from '../../../../../../src/http/list.js'
import { OkReply, replies } from '../../../schemas.js'
import { AssetParams } from '../../schemas.js'
import { AttachBody } from './schemas.js'

const assetMedia: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', { schema: { params: AssetParams, querystring: ListQuery, response: replies({}) } }, async function listMedia (request, reply) {
    const { caller } = request
    const asset = await app.media.require(caller, request.params.asset_id)
    return sendList(request, reply, [
      section({ name: 'media', read: (page) => app.media.list(caller, asset.id, page), keyOf: ({ id }) => id, toJson: JSON.stringify })
    ])
  })

  app.post('/', { schema: { params: AssetParams, body: AttachBody, response: replies({ 200: OkReply }) } }, async function attachMedia (request) {
    await app.media.attach(request.caller, request.params.asset_id, request.body)
    return { ok: 'Media ingest started' }
  })
}

export default assetMedia
