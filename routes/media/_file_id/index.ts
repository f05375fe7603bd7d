import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sendStoredFile } from '#src/http/stored-file.js'
import type { SentPermit } from '#src/media/serve/signed-urls.js'
import { documented, DownloadParams, downloadReplies, safety } from './schemas.js'
import { mediaTag } from '../../api/v2/assets/_asset_id/media/schemas.js'

const download: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    config: { public: true, documented },
    schema: {
      tag: mediaTag,
      summary: 'Download a file',
      description: 'Downloads the whole file, or a part of it with `Range`. The signed URL is in the list of files of the asset: no key is required.',
      params: DownloadParams,
      response: downloadReplies
    }
  }, async function downloadMedia (request, reply) {
    const method = request.method as 'GET' | 'HEAD'
    const file = await app.media.openDownload(request.params.file_id, request.query as SentPermit)
    const served = await app.media.serve(file, method)
    return sendStoredFile(request, reply, safety, { ...served, onServed: file.note })
  })
}

export default download
