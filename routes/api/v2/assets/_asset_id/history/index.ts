import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AssetNotFound } from '#src/errors.js'
import { presentEntry } from '#src/history/history.js'
import { ListQuery, section, sendList } from '#src/http/list.js'
import { HistoryReply, replies } from '../../../schemas.js'
import { AssetParams, assetsTag } from '../../schemas.js'

const assetHistory: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: assetsTag,
      summary: 'Read the history of an asset',
      description: 'The history has all entries that name the asset.',
      params: AssetParams,
      querystring: ListQuery,
      response: replies({ 200: HistoryReply }, new AssetNotFound())
    }
  }, async function listAssetHistory (request, reply) {
    const { unit } = request
    const asset = await app.assets.require(unit, request.params.asset_id)
    return sendList(request, reply, [
      section({
        name: 'history',
        read: (page) => app.history.ofAsset(unit, asset.id, page),
        keyOf: (entry) => entry.id,
        toJson: (entry) => JSON.stringify(presentEntry(entry, unit.caller)),
        descending: true
      })
    ])
  })
}

export default assetHistory
