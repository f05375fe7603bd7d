import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AssetNotFound, InvalidFileUrl, MissingParameter, NoFileReady } from '#src/errors.js'
import { ListQuery, section, sendList } from '#src/http/list.js'
import { presentAnalysedMedia } from '#src/media/present.js'
import { done, replies } from '../../../schemas.js'
import { AssetParams } from '../../schemas.js'
import { AttachBody, MediaReply, mediaTag, RemovalBody, RemovalQuery } from './schemas.js'

const assetMedia: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: mediaTag,
      summary: 'List the files of an asset',
      description: 'Files that are ready have URLs to download them, to view them, and to view their previews. The URLs work without a key for one hour.',
      params: AssetParams,
      querystring: ListQuery,
      response: replies({ 200: MediaReply }, new AssetNotFound())
    }
  }, async function listMedia (request, reply) {
    const { unit } = request
    const asset = await app.media.require(unit, request.params.asset_id)
    const baseUrl = app.publicUrls.of(request)
    return sendList(request, reply, [
      section({
        name: 'media',
        read: (page) => app.media.list(unit, asset.id, page, baseUrl),
        weigh: (page) => app.media.weigh(unit, asset.id, page),
        keyOf: ({ created_at: attachedAt, id }) => attachedAt + id,
        toJson: (file) => JSON.stringify(presentAnalysedMedia(file))
      })
    ])
  })

  app.post('/', {
    config: { inBulk: true, inRun: true },
    schema: {
      tag: mediaTag,
      summary: 'Attach a file to an asset',
      description: 'The service downloads the file later. When the download is complete, the file replaces the present one.',
      params: AssetParams,
      body: AttachBody,
      response: replies(done('Media ingest started'), new AssetNotFound(), new InvalidFileUrl())
    }
  }, async function attachMedia (request) {
    await app.media.attach(request.unit, request.params.asset_id, request.body)
    return { ok: 'Media ingest started' }
  })

  app.delete('/', {
    config: { inBulk: true },
    schema: {
      tag: mediaTag,
      summary: 'Remove the file of an asset',
      description: 'Removes the file and its versions, and leaves the asset with its comments, values and collections. The bytes are removed later. If your client cannot send a body with DELETE, send `keep` in the query.',
      params: AssetParams,
      querystring: RemovalQuery,
      body: RemovalBody,
      response: replies(
        done('Media will be removed'), new AssetNotFound(), new NoFileReady(), new MissingParameter('keep')
      )
    }
  }, async function removeMedia ({ unit, params, body, query }) {
    const keep = body.keep ?? query.keep
    if (keep === undefined) throw new MissingParameter('keep')
    await app.media.remove(unit, params.asset_id, keep)
    return { ok: 'Media will be removed' }
  })
}

export default assetMedia
