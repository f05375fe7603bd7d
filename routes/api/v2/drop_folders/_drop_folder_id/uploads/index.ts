import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { withoutSecrets } from '#src/basics/secrets.js'
import { presentArrival } from '#src/drop-folders/arrivals/present.js'
import {
  DropFolderNotFound, DropFolderOutgoing, DropFolderPaused, TAKEN_PATH_RULE
} from '#src/drop-folders/errors.js'
import { InvalidParameter, RoleRefused } from '#src/errors.js'
import { inspect } from '#src/http/inspect.js'
import { NoParameters } from '#src/http/schemas.js'
import { replies } from '../../../schemas.js'
import { DropFolderParams, dropFoldersTag } from '../../schemas.js'
import { sentFileOf, UploadArrivalBody, UploadArrivalReply } from './schemas.js'

const uploads: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    config: { keptAnswer: withoutSecrets, prepare: app.media.prepareToSign },
    schema: {
      tag: dropFoldersTag,
      summary: 'Send a file into a drop folder',
      description: 'The answer has an upload. When the file has been sent to its URL, it becomes what the rules of the drop folder say. Asked again for the same file, it is the same arrival and the same upload.',
      params: DropFolderParams,
      querystring: NoParameters,
      body: UploadArrivalBody(app.config.MEDIA_MAX_BYTES),
      response: replies(
        { 200: UploadArrivalReply }, new DropFolderNotFound(), new DropFolderOutgoing(), new DropFolderPaused(),
        new RoleRefused(), new InvalidParameter('path', inspect('clip-1.mov.part'), TAKEN_PATH_RULE)
      )
    }
  }, async function createArrivalUpload (request) {
    const { unit, params, body } = request
    const baseUrl = app.publicUrls.of(request)
    const { arrival, upload } = await app.arrivalUploads.start(unit, params.drop_folder_id, sentFileOf(body), baseUrl)
    return { arrival: presentArrival(arrival), upload }
  })
}

export default uploads
