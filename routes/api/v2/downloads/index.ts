import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AssetNotFound, NoFileReady, UnknownParameter } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { mediaTag } from '../assets/_asset_id/media/schemas.js'
import { replies } from '../schemas.js'
import { DownloadBody, DownloadReply } from './schemas.js'

const downloads: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    config: { reads: true },
    schema: {
      tag: mediaTag,
      summary: 'Download many files as one ZIP',
      description:
        'The answer has a URL that works without a key for one hour. The ZIP is created while it is downloaded. It is not compressed, and contains the ready files of the assets under their names. The second file of the same name becomes `name (2).ext`.',
      querystring: NoParameters,
      body: DownloadBody,
      response: replies({ 200: DownloadReply }, new AssetNotFound(), new NoFileReady(), new UnknownParameter('ids'))
    }
  }, async function createDownload (request) {
    const { unit, body } = request
    return { download: await app.media.bundles.create(unit, body.asset_ids, app.publicUrls.of(request)) }
  })
}

export default downloads
