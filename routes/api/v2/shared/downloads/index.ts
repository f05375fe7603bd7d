import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AssetNotFound, NoFileReady, SearchIndexBuilding, TooMany } from '#src/errors.js'
import { LinkWithoutDownloads } from '#src/links/errors.js'
import { untilGone } from '#src/http/gone.js'
import { MOST_ELEMENTS } from '#src/http/rules.js'
import { NoParameters } from '#src/http/schemas.js'
import { DownloadReply } from '../../downloads/schemas.js'
import { SharedDownloadBody, sharedReplies, sharedTag } from '../schemas.js'

const sharedDownloads: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    config: { shared: 'open' },
    /** Runs before the parameters are checked. */
    preValidation: async ({ link }) => { if (!link.download) throw new LinkWithoutDownloads() },
    schema: {
      tag: sharedTag,
      summary: 'Download what a link shows as one ZIP',
      description: 'The answer has a URL that works without a token for one hour. The ZIP contains the ready files of the assets.',
      querystring: NoParameters,
      body: SharedDownloadBody,
      response: sharedReplies(
        { 200: DownloadReply },
        new LinkWithoutDownloads(),
        new AssetNotFound(),
        new NoFileReady(),
        new TooMany(`${MOST_ELEMENTS} assets`),
        new SearchIndexBuilding('42')
      )
    }
  }, async function createSharedDownload (request, reply) {
    const { unit, link, body } = request
    const baseUrl = app.publicUrls.of(request)
    return {
      download: await app.sharedDownloads.create({
        unit, link, assetIds: body?.asset_ids, baseUrl, gone: untilGone(reply)
      })
    }
  })
}

export default sharedDownloads
