import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NotFound } from '#src/errors.js'
import { sendStoredFile } from '#src/http/stored-file.js'
import type { SentPermit } from '#src/media/serve/signed-urls.js'
import { isView } from '#src/media/serve/views.js'
import { documentedView, ViewParams } from './schemas.js'
import { downloadReplies, safety } from '../schemas.js'
import { mediaTag } from '../../../api/v2/assets/_asset_id/media/schemas.js'

const view: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    config: { public: true, documented: documentedView },
    schema: {
      tag: mediaTag,
      summary: 'View a file, a preview or a proxy',
      description: 'Shows the file itself, a preview picture of it, or a proxy that plays in its place. The signed URL is in the list of files of the asset: no key is required. It does not count as a download, and has no entry in the history.',
      params: ViewParams,
      response: downloadReplies
    }
  }, async function getMediaView (request, reply) {
    const { file_id: fileId, view } = request.params
    if (!isView(view)) throw new NotFound()
    const file = await app.media.openView(view, fileId, request.query as SentPermit)
    return sendStoredFile(request, reply, safety, await app.media.serve(file, request.method as 'GET' | 'HEAD'))
  })
}

export default view
