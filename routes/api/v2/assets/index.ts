import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentAsset } from '#src/items/rows.js'
import { InvalidParameter, SearchIndexBuilding, UnknownParameter } from '#src/errors.js'
import { inspect } from '#src/http/inspect.js'
import { untilGone } from '#src/http/gone.js'
import { sendSearchResults } from '#src/http/search-results.js'
import { additionsBy } from '#src/included/included.js'
import { wordRules } from '#src/search/words.js'
import { replies } from '../schemas.js'
import { FIELDS_TEXT, SearchAssetsQuery, SearchAssetsReply, STRICT_TEXT } from '../search/schemas.js'
import { assetsTag, CreateAssetBody, CreateAssetReply } from './schemas.js'

const assets: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: assetsTag,
      summary: 'List and find assets',
      description:
        `Lists all active assets of the account, or the assets that match the parameters. The last changed assets come first. ${STRICT_TEXT} ${FIELDS_TEXT}`,
      response: replies(
        { 200: SearchAssetsReply },
        new UnknownParameter('tagg'),
        new InvalidParameter('q', inspect('a*'), wordRules.prefix),
        new SearchIndexBuilding('42')
      )
    },
    config: { documented: { querystring: SearchAssetsQuery } }
  }, async function findAssets (request, reply) {
    const found = await app.finder.find(request.caller, { query: request.query as object as Record<string, unknown> }, {
      assetsOnly: true,
      gone: untilGone(reply),
      include: additionsBy(request.unit, app.media.reader(request.unit, app.publicUrls.of(request)))
    })
    return sendSearchResults(request, reply, 'assets', found)
  })

  app.post('/', {
    config: { inBulk: true },
    schema: {
      tag: assetsTag,
      summary: 'Create an asset',
      description: 'The user who sends the request becomes the owner.',
      body: CreateAssetBody,
      response: replies({ 200: CreateAssetReply })
    }
  }, async function createAsset (request) {
    return { asset: presentAsset(await app.assets.create(request.unit, request.body)) }
  })
}

export default assets
