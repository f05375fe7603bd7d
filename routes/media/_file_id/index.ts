import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { answerWithFile } from '#src/http/stored-file.js'
import type { SentPermit } from '#src/media/serve/downloads.js'
import { documented, DownloadParams, downloadReplies, safety } from './schemas.js'
import { mediaTag } from '../../api/v2/assets/_asset_id/media/schemas.js'

const download: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    config: { public: true, documented },
    schema: {
      tag: mediaTag,
      summary: 'Download a file',
      description: 'By a signed URL from the list of an asset’s files, whole or by `Range`. It needs no key.',
      params: DownloadParams,
      response: downloadReplies
    }
  }, async function downloadMedia (request, reply) {
    const method = request.method as 'GET' | 'HEAD'
    const file = await app.media.openDownload(request.params.file_id, request.query as SentPermit)
    const { source, contentType, disposition } = await app.media.serve(file, method)
    reply.headers(safety)
    if (source.kind === 'url') {
      if (method === 'GET') await file.note()
      return reply.header('cache-control', 'no-store').redirect(source.url, 302)
    }

    const { statusCode, headers, body } = await answerWithFile(method, request.headers, source.path, file.sha256)
    try {
      if (method === 'GET' && statusCode < 400 && body !== null) await file.note()
    } catch (error) {
      // Before any header of the file: a failure must not be kept by a cache in its place.
      body?.destroy()
      throw error
    }
    reply.code(statusCode).headers(headers)
    if (statusCode >= 400) return reply.send()
    reply.header('cache-control', `private, max-age=${file.expiresIn}`)
    if (body === null) return reply.send()
    return reply.type(contentType).header('content-disposition', disposition).send(body)
  })
}

export default download
