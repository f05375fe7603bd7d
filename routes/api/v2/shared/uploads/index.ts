import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { DropFolderPaused, TAKEN_PATH_RULE } from '#src/drop-folders/errors.js'
import { InvalidParameter, TooManyRequests } from '#src/errors.js'
import { inspect } from '#src/http/inspect.js'
import { NoParameters } from '#src/http/schemas.js'
import { LinkFull, LinkWithoutUploads } from '#src/links/errors.js'
import { sentFileOf } from '../../drop_folders/_drop_folder_id/uploads/schemas.js'
import { sharedReplies, sharedTag, SharedUploadBody, SharedUploadReply } from '../schemas.js'

const sharedUploads: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    config: { shared: 'open', prepare: app.media.prepareToSign },
    /** Runs before the parameters are checked. */
    preValidation: async ({ link }) => { if (link.bounds === null) throw new LinkWithoutUploads() },
    schema: {
      tag: sharedTag,
      summary: 'Send a file into a drop folder',
      description: 'Only by a link of a drop folder. The file is sent to the URL of the upload, which works without a token, also after the link has expired. An upload counts for the link until it is cancelled, or has received no byte for one hour. At most 600 uploads in an hour are accepted from one network address.',
      querystring: NoParameters,
      body: SharedUploadBody(app.config.MEDIA_MAX_BYTES),
      response: sharedReplies(
        { 200: SharedUploadReply },
        new LinkWithoutUploads(),
        new LinkFull(12, 'files'),
        new DropFolderPaused(),
        new InvalidParameter('path', inspect('clip-1.mov.part'), TAKEN_PATH_RULE),
        new TooManyRequests()
      )
    }
  }, async function createSharedUpload (request) {
    const { link, body: { name, ...file }, remoteAddress: address } = request
    const sender = { name, address }
    return { upload: await app.guestUploads.create(link, sentFileOf(file), sender, app.publicUrls.of(request)) }
  })
}

export default sharedUploads
