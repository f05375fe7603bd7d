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
      summary: 'List the files that an asset had before',
      description: 'With URLs, as in the list of its files. The operator decides how many are kept; the oldest goes first.',
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
      summary: 'Take a version back',
      description: 'It is the asset’s file again, and the present one is a version.',
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
