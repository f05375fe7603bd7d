import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { InvalidParameter, ProjectNotFound } from '#src/errors.js'
import { inspect } from '#src/http/inspect.js'
import { NoParameters } from '#src/http/schemas.js'
import { THUMBNAIL_RULE } from '#src/projects/thumbnails.js'
import { done, replies, samples } from '../../../schemas.js'
import { thumbnailsOf } from '../../../thumbnails.js'
import { ProjectParams, projectsTag, ThumbnailBody, ThumbnailReply } from '../../schemas.js'

const thumbnail: FastifyPluginAsyncTypebox = async function (app) {
  const params = ProjectParams
  const missing = new ProjectNotFound()

  app.get('/', {
    schema: {
      tag: projectsTag,
      summary: 'Read the picture of a project',
      description: 'It is null if the asset is in the trash bin, has left the project, has no picture, or is one that you do not see.',
      params,
      querystring: NoParameters,
      response: replies({ 200: ThumbnailReply }, missing)
    }
  }, async function getThumbnail (request) {
    const { id } = await app.projects.require(request.unit, request.params.project_id)
    const found = await thumbnailsOf(request)([id])
    return { thumbnail: found.get(id) ?? null }
  })

  app.put('/', {
    schema: {
      tag: projectsTag,
      summary: 'Set the picture of a project',
      description: 'The picture is the preview of an asset, whichever file the asset has. It takes the place of the picture before.',
      params,
      querystring: NoParameters,
      body: ThumbnailBody,
      response: replies(
        done('Thumbnail added'), missing,
        new InvalidParameter('asset_id', inspect(samples.assetId), THUMBNAIL_RULE)
      )
    }
  }, async function setThumbnail ({ unit, params, body }) {
    await app.thumbnails.set(unit, params.project_id, body.asset_id)
    return { ok: 'Thumbnail added' }
  })

  app.delete('/', {
    schema: {
      tag: projectsTag,
      summary: 'Remove the picture of a project',
      description: 'The asset stays as it is. If the project has no picture, nothing happens.',
      params,
      querystring: NoParameters,
      response: replies(done('Thumbnail removed'), missing)
    }
  }, async function removeThumbnail ({ unit, params }) {
    await app.thumbnails.remove(unit, params.project_id)
    return { ok: 'Thumbnail removed' }
  })
}

export default thumbnail
