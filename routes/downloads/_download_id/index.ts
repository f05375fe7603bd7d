import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NotFound } from '#src/errors.js'
import type { SentPermit } from '#src/media/serve/signed-urls.js'
import { mediaTag } from '../../api/v2/assets/_asset_id/media/schemas.js'
import { safety } from '../../media/_file_id/schemas.js'
import { BundleParams, bundleReplies, documentedBundle } from './schemas.js'

const bundle: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    config: { public: true, documented: documentedBundle },
    schema: {
      tag: mediaTag,
      summary: 'Download a ZIP of files',
      description: 'The URL is signed: no key is required.',
      params: BundleParams,
      response: bundleReplies
    }
  }, async function downloadMany (request, reply) {
    const zip = await app.media.bundles.open(request.params.download_id, request.query as SentPermit)
      .catch((error: unknown) => {
        if (error instanceof NotFound) return null
        throw error
      })
    if (zip === null) return reply.code(404).send()
    const isRead = request.method === 'GET'
    if (isRead) await zip.note()
    reply.headers(safety).headers({
      'content-type': 'application/zip',
      'content-length': zip.size,
      'content-disposition': 'attachment; filename="files.zip"',
      'cache-control': 'no-store'
    })
    // An empty stream leaves the length to the header.
    return reply.send(isRead ? zip.stream() : Readable.from([]))
  })
}

export default bundle
