import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AssetNotFound } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { replies } from '../../../schemas.js'
import { AssetParams } from '../../schemas.js'
import { mediaTag } from '../media/schemas.js'
import { FileMetadataReply } from './schemas.js'

const fileMetadata: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: mediaTag,
      summary: 'Read what is known of the file of an asset',
      description: 'What is in it, and what it says of itself.',
      params: AssetParams,
      querystring: NoParameters,
      response: replies({ 200: FileMetadataReply }, new AssetNotFound())
    }
  }, async function getFileMetadata (request) {
    return { file_metadata: await app.media.readMetadata(request.unit, request.params.asset_id) }
  })
}

export default fileMetadata
