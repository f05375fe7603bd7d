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
      summary: 'Read the metadata of the file of an asset',
      description: 'The metadata has the technical properties of the file, and the metadata that is embedded in it.',
      params: AssetParams,
      querystring: NoParameters,
      response: replies({ 200: FileMetadataReply }, new AssetNotFound())
    }
  }, async function getFileMetadata (request) {
    return { file_metadata: await app.media.readMetadata(request.unit, request.params.asset_id) }
  })
}

export default fileMetadata
