import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { answerWithFile } from '../../../src/http/stored-file.js'
import type { SentPermit } from '../../../src/media/downloads.js'
import { DownloadParams, downloadReplies } from './schemas.js'

/** Whatever is served was sent by somebody: no browser may run it, wherever it came to show it. */
const safety = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
  // Who knows the URL may have the file, also for a page of another origin. The sandbox makes even what a browser shows by itself one.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'accept-ranges, content-length, content-range, etag',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer'
}

const download: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    config: { public: true },
    schema: {
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
    reply.code(statusCode).headers(headers)
    if (statusCode >= 400) return reply.send()
    reply.header('cache-control', `private, max-age=${file.expiresIn}`)
    if (body === null) return reply.send()
    reply.type(contentType).header('content-disposition', disposition)
    try {
      if (method === 'GET') await file.note()
    } catch (error) {
      body.destroy()
      throw error
    }
    return reply.send(body)
  })
}

export default download
