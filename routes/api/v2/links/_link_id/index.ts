import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { UnknownParameter } from '#src/errors.js'
import { LinkNotFound, TwoEnds } from '#src/links/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { presentKnownLink, presentLink } from '#src/links/present.js'
import { changesLinks, changingLinks, linkBase, revokingLinks, tooManyLinks } from '../../links.js'
import { done, orRefused, replies } from '../../schemas.js'
import { KnownLinkReply, LinkParams, linksTag, UpdateAnyLinkBody, UpdatedAnyLinkReply } from '../schemas.js'

const link: FastifyPluginAsyncTypebox = async function (app) {
  const params = LinkParams
  const missing = new LinkNotFound()

  app.get('/', {
    schema: {
      tag: linksTag,
      summary: 'Read a guest link',
      description: 'The links that you do not see in the list of links do not exist for you.',
      params,
      querystring: NoParameters,
      response: replies({ 200: KnownLinkReply }, missing)
    }
  }, async function getLink (request) {
    const link = await app.links.read(request.unit, request.params.link_id)
    return { link: presentKnownLink(link, linkBase(app, request)) }
  })

  app.post('/', {
    config: changesLinks(app),
    schema: {
      tag: linksTag,
      summary: 'Update a guest link',
      description: changingLinks,
      params,
      querystring: NoParameters,
      body: UpdateAnyLinkBody,
      response: replies(
        { 200: orRefused(UpdatedAnyLinkReply) }, missing, new TwoEnds(), new UnknownParameter('files'), tooManyLinks
      )
    }
  }, async function updateLink (request) {
    const { unit, params, body } = request
    return { link: presentLink(await app.links.update(unit, null, params.link_id, body), app.publicUrls.of(request)) }
  })

  app.delete('/', {
    schema: {
      tag: linksTag,
      summary: 'Revoke a guest link',
      description: revokingLinks,
      params,
      querystring: NoParameters,
      response: replies(done('Link revoked'), missing)
    }
  }, async function deleteLink (request) {
    await app.links.revoke(request.unit, null, request.params.link_id)
    return { ok: 'Link revoked' }
  })
}

export default link
