import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { AssetNotFound, SearchIndexBuilding } from '#src/errors.js'
import { untilGone } from '#src/http/gone.js'
import { sendJson } from '#src/http/json.js'
import { section, sendPagedList } from '#src/http/list.js'
import { NoParameters } from '#src/http/schemas.js'
import { sendSearchResults } from '#src/http/search-results.js'
import { AssetParams, SharedAssetReply, sharedReplies, SharedAssetsQuery, SharedAssetsReply, sharedTag } from '../schemas.js'

const sharedAssets: FastifyPluginAsyncTypebox = async function (app) {
  const readsOf = (request: FastifyRequest) => {
    const { unit, link } = request
    return { unit, link, files: app.media.reader(unit, app.publicUrls.of(request)) }
  }

  app.get('/', {
    config: { shared: 'open' },
    schema: {
      tag: sharedTag,
      summary: 'List the assets that a link shows',
      description: 'Lists the shared asset, or all assets below the shared project, the last changed ones first, or the assets of the shared collection. Assets in the trash bin are left out.',
      querystring: SharedAssetsQuery,
      response: sharedReplies({ 200: SharedAssetsReply }, new SearchIndexBuilding('42'))
    }
  }, async function listSharedAssets (request, reply) {
    const reads = readsOf(request)
    if (request.link.shown.type === 'project') {
      return sendSearchResults(
        request, reply, 'assets', await app.sharedAssets.find(reads, request.query, untilGone(reply))
      )
    }
    return sendPagedList(request, reply, [
      section({
        name: 'assets',
        read: (page) => app.sharedAssets.list(reads, page),
        keyOf: ({ key }) => key,
        toJson: ({ json }) => json
      })
    ])
  })

  app.get('/:asset_id', {
    config: { shared: 'open' },
    schema: {
      tag: sharedTag,
      summary: 'Read an asset that a link shows',
      description: 'The answer includes the files of the asset.',
      params: AssetParams,
      querystring: NoParameters,
      response: sharedReplies({ 200: SharedAssetReply }, new AssetNotFound())
    }
  }, async function getSharedAsset (request, reply) {
    return sendJson(reply, `{"asset":${await app.sharedAssets.read(readsOf(request), request.params.asset_id)}}`)
  })
}

export default sharedAssets
