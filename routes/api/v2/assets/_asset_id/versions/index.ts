import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AssetNotFound, VersionNotFound } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { done, replies } from '../../../schemas.js'
import { AssetParams } from '../../schemas.js'
import { mediaTag } from '../media/schemas.js'
import { VersionParams, VersionsReply } from './schemas.js'

const versions: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: mediaTag,
      summary: 'List the earlier versions of the file of an asset',
      description: 'Versions have URLs, as in the list of files. The operator sets how many are kept; the oldest is removed first.',
      params: AssetParams,
      querystring: NoParameters,
      response: replies({ 200: VersionsReply }, new AssetNotFound())
    }
  }, async function listVersions (request) {
    const baseUrl = app.publicUrls.of(request)
    return { versions: await app.media.versions.list(request.unit, request.params.asset_id, baseUrl) }
  })

  app.post('/:media_id/restore', {
    schema: {
      tag: mediaTag,
      summary: 'Restore a version',
      description: 'The version becomes the file of the asset again, and the present file becomes a version.',
      params: VersionParams,
      querystring: NoParameters,
      response: replies(done('Version restored'), new AssetNotFound(), new VersionNotFound())
    }
  }, async function restoreVersion (request) {
    const { asset_id: assetId, media_id: fileId } = request.params
    await app.media.versions.restore(request.unit, assetId, fileId)
    return { ok: 'Version restored' }
  })
}

export default versions
