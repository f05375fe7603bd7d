import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AssetNotFound } from '#src/errors.js'
import { TwoEnds } from '#src/links/errors.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { NoParameters } from '#src/http/schemas.js'
import { presentKnownLink, presentLink } from '#src/links/present.js'
import { allowedBy } from '#src/links/rows.js'
import { changesLinks, linkBase, tooManyLinks } from '../links.js'
import { orRefused, replies } from '../schemas.js'
import { CreateSelectionLinkBody, KnownLinksReply, linksTag, NewSelectionLinkReply } from './schemas.js'

const links: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: linksTag,
      summary: 'List the guest links that you may revoke',
      description: 'Lists links of all types. Administrators see all links of the account. Expired links stay in the list for 30 days.',
      querystring: PageQuery,
      response: replies({ 200: KnownLinksReply })
    }
  }, async function listLinks (request, reply) {
    const { unit } = request
    const base = linkBase(app, request)
    return sendPagedList(request, reply, [
      section({
        name: 'links',
        descending: true,
        read: (page) => app.links.listKnown(unit, page),
        keyOf: ({ row }) => row.id,
        toJson: (link) => JSON.stringify(presentKnownLink(link, base))
      })
    ])
  })

  app.post('/', {
    config: changesLinks(app),
    schema: {
      tag: linksTag,
      summary: 'Create a guest link to selected assets',
      description: 'Guests see the assets that the creator of the link may change, in the order of the request. If one of the assets does not exist, no link is created. A deleted asset is removed from the link, and the link ends with its last asset.',
      querystring: NoParameters,
      body: CreateSelectionLinkBody,
      response: replies({ 200: orRefused(NewSelectionLinkReply) }, new AssetNotFound(), new TwoEnds(), tooManyLinks)
    }
  }, async function createLink (request) {
    const { count, ...link } = await app.links.createSelection(request.unit, request.body)
    return { link: { ...presentLink(link, app.publicUrls.of(request)), ...allowedBy(link.row) }, count: count! }
  })
}

export default links
