import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AssetNotFound, RoleRefused, TooMany } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { PublicationNotFound } from '#src/publications/errors.js'
import { MOST_PUBLICATIONS } from '#src/publications/publications.js'
import { presentPublication } from '#src/publications/rows.js'
import { done, replies } from '../../../schemas.js'
import { AssetParams } from '../../schemas.js'
import { PublicationParams, PublicationsReply, publicationsTag, PublishBody, PublishReply } from './schemas.js'

const publications: FastifyPluginAsyncTypebox = async function (app) {
  const missing = new AssetNotFound()

  app.get('/', {
    schema: {
      tag: publicationsTag,
      summary: 'List the publications of an asset',
      description: `An asset has at most ${MOST_PUBLICATIONS} publications.`,
      params: AssetParams,
      querystring: NoParameters,
      response: replies({ 200: PublicationsReply }, missing)
    }
  }, async function listPublications ({ unit, params }) {
    return { publications: (await app.publications.list(unit, params.asset_id)).map(presentPublication) }
  })

  app.post('/', {
    config: { inRun: true },
    schema: {
      tag: publicationsTag,
      summary: 'Say where an asset was published',
      description: 'Nothing is sent to the URL. If the asset has the URL already, its title is replaced, without an event.',
      params: AssetParams,
      querystring: NoParameters,
      body: PublishBody,
      response: replies(
        { 200: PublishReply }, missing, new RoleRefused(), new TooMany(`${MOST_PUBLICATIONS} publications`)
      )
    }
  }, async function addPublication ({ unit, params, body }) {
    return { publication: presentPublication(await app.publications.add(unit, params.asset_id, body)) }
  })

  app.delete('/:publication_id', {
    schema: {
      tag: publicationsTag,
      summary: 'Remove a publication of an asset',
      description: 'All users who may add publications can remove them. What is at the URL stays there.',
      params: PublicationParams,
      querystring: NoParameters,
      response: replies(done('Publication removed'), missing, new PublicationNotFound(), new RoleRefused())
    }
  }, async function removePublication ({ unit, params }) {
    await app.publications.remove(unit, params.asset_id, params.publication_id)
    return { ok: 'Publication removed' }
  })
}

export default publications
