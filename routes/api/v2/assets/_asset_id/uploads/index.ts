import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AssetNotFound } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { replies } from '../../../schemas.js'
import { AssetParams } from '../../schemas.js'
import { mediaTag } from '../media/schemas.js'
import { UploadBody, UploadReply } from './schemas.js'

const uploads: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    config: { inRun: true, prepare: app.media.prepareToSign },
    schema: {
      tag: mediaTag,
      summary: 'Create an upload: a URL to send a file to',
      description: 'The file is attached to the asset when the upload is complete, as if the service had downloaded it.',
      params: AssetParams,
      querystring: NoParameters,
      body: UploadBody(app.config.MEDIA_MAX_BYTES),
      response: replies({ 200: UploadReply }, new AssetNotFound())
    }
  }, async function createUpload (request) {
    const { unit, params, body } = request
    return { upload: await app.media.uploads.create(unit, params.asset_id, body, app.publicUrls.of(request)) }
  })
}

export default uploads
