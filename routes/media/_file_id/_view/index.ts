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
      summary: 'Look at a file, or at what was made of it',
      description: 'By a signed URL from the list of an asset’s files: the file itself, a picture of it, or a proxy that plays in its place. It needs no key, and is no download: history does not tell of it.',
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
