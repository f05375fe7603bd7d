import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type, type TSchema } from '@sinclair/typebox'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { withoutPassword, withoutSecrets } from '#src/basics/secrets.js'
import type { Unit } from '#src/core/unit.js'
import { TooMany, TooManyRequests } from '#src/errors.js'
import { LinkEnded, LinkNotFound, LinkWithoutUrl, MailNotSetUp, TwoEnds } from '#src/links/errors.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { NoParameters } from '#src/http/schemas.js'
import type { LinkChanges, NewLink } from '#src/links/links.js'
import { presentLink } from '#src/links/present.js'
import type { TargetType } from '#src/links/rows.js'
import {
  CreateDropFolderLinkBody, CreateLinkBody, DropFolderLinksReply, LinkParams, linksTag, LinksReply, newLinkReplies,
  SendLinkBody, UpdateDropFolderLinkBody, UpdatedDropFolderLinkReply, UpdatedLinkReply, UpdateLinkBody
} from './links/schemas.js'
import { done, orRefused, replies } from './schemas.js'

/** The base of the URLs of links; null for read-only keys, which must not let anybody in. */
export function linkBase (app: FastifyInstance, request: FastifyRequest): string | null {
  return request.apiKey?.scope === 'read' ? null : app.publicUrls.of(request)
}

/** The `config` of routes that make or change links: their answers are stored without the URL. */
export function changesLinks (app: FastifyInstance) {
  async function prepare (unit: Unit, { body }: { body: unknown }): Promise<void> {
    await app.links.prepare(unit, body as NewLink | LinkChanges)
  }
  return { keptAnswer: withoutSecrets, comparedBody: withoutPassword, prepare }
}

export const tooManyLinks = new TooMany('1000 links')

export const changingLinks = 'All users who may revoke a link can change it, even after it has expired. A new password makes all tokens invalid that were issued for the old one.'

export const revokingLinks = 'The link becomes invalid at once.'

export const sendingLinks = 'All users who may revoke a link can send it. The message has the URL of the link and never its password. A user can send links to at most 60 addresses in an hour.'

export const sendFailures = [
  new LinkNotFound(), new MailNotSetUp(), new LinkWithoutUrl(), new LinkEnded(), new TooManyRequests()
]

/** The schemas of links that show something. */
const ofShown = { List: LinksReply, Create: CreateLinkBody, Update: UpdateLinkBody, Updated: UpdatedLinkReply }

/** Those of links by which guests send files. */
const ofDropFolder = {
  List: DropFolderLinksReply,
  Create: CreateDropFolderLinkBody,
  Update: UpdateDropFolderLinkBody,
  Updated: UpdatedDropFolderLinkReply
}

const whoCreates = (type: TargetType) => type === 'drop_folder'
  ? 'Guests send files by it. A `Member` of the project of the drop folder can create links to it while it is public; without a project, all users who see the whole account.'
  : `All users who may change the ${type} can create links to it.`

interface LinkRoutes {
  readonly type: TargetType
  /** `Asset` */
  readonly name: string
  /** The parameter of its path. */
  readonly id: TSchema
  readonly missing: FastifyError
  /** Other reasons why no link is created. */
  readonly refusals?: readonly FastifyError[]
}

/** The routes of links, which are the same below assets, projects, collections and drop folders. */
export function linkRoutes ({ type, name, id, missing, refusals = [] }: LinkRoutes): FastifyPluginAsyncTypebox {
  const params = Type.Object({ [`${type}_id`]: id })
  const paramsOfLink = Type.Object({ ...params.properties, ...LinkParams.properties })
  const item = `${type === 'asset' ? 'an' : 'a'} ${type.replace('_', ' ')}`
  const { List, Create, Update, Updated } = type === 'drop_folder' ? ofDropFolder : ofShown
  const targetIdOf = (params: unknown) => (params as Readonly<Record<string, string>>)[`${type}_id`]!
  const placeOf = (params: unknown) => ({ type, id: targetIdOf(params) })
  const linkIdOf = (params: unknown) => (params as { readonly link_id: string }).link_id

  return async function links (app) {
    app.get('/', {
      schema: {
        operationId: `list${name}Links`,
        tag: linksTag,
        summary: `List the guest links to ${item}`,
        description: `${type === 'drop_folder' ? 'All users who may create links' : 'All users who see the object'} see the list. Expired links stay in it for 30 days.`,
        params,
        querystring: PageQuery,
        response: replies({ 200: List }, missing)
      }
    }, async function listLinks (request, reply) {
      const { unit } = request
      const target = await app.links.require(unit, type, targetIdOf(request.params))
      const base = linkBase(app, request)
      return sendPagedList(request, reply, [
        section({
          name: 'links',
          read: (page) => app.links.list(unit, type, target, page),
          keyOf: ({ row }) => row.id,
          toJson: (link) => JSON.stringify(presentLink(link, base))
        })
      ])
    })

    app.post('/', {
      config: changesLinks(app),
      schema: {
        operationId: `create${name}Link`,
        tag: linksTag,
        summary: `Create a guest link to ${item}`,
        description: `${whoCreates(type)} An account has at most 1,000 links that have not expired.${type === 'collection' ? ' Guests see the assets of the collection that the creator of the link may change.' : ''}`,
        params,
        querystring: NoParameters,
        body: Create,
        response: replies(
          { 200: orRefused(newLinkReplies[type]) }, missing, ...refusals, new TwoEnds(), tooManyLinks
        )
      }
    }, async function createLink (request) {
      const { count, ...link } = await app.links.create(request.unit, type, targetIdOf(request.params), request.body)
      return { link: presentLink(link, app.publicUrls.of(request)), ...(count !== undefined && { count }) }
    })

    app.post('/:link_id', {
      config: changesLinks(app),
      schema: {
        operationId: `update${name}Link`,
        tag: linksTag,
        summary: `Update a guest link to ${item}`,
        description: changingLinks,
        params: paramsOfLink,
        querystring: NoParameters,
        body: Update,
        response: replies(
          { 200: orRefused(Updated) }, missing, new LinkNotFound(), new TwoEnds(), tooManyLinks
        )
      }
    }, async function updateLink (request) {
      const { unit, params, body } = request
      const link = await app.links.update(unit, placeOf(params), linkIdOf(params), body)
      return { link: presentLink(link, app.publicUrls.of(request)) }
    })

    app.post('/:link_id/mails', {
      schema: {
        operationId: `send${name}Link`,
        tag: linksTag,
        summary: `Send a guest link to ${item} by mail`,
        description: sendingLinks,
        params: paramsOfLink,
        querystring: NoParameters,
        body: SendLinkBody,
        response: replies(done('Mail sent'), missing, ...sendFailures)
      }
    }, async function sendLink (request) {
      const { unit, params, body } = request
      await app.linkMails.send(unit, placeOf(params), linkIdOf(params), body)
      return { ok: 'Mail sent' }
    })

    app.delete('/:link_id', {
      schema: {
        operationId: `delete${name}Link`,
        tag: linksTag,
        summary: `Revoke a guest link to ${item}`,
        description: revokingLinks,
        params: paramsOfLink,
        querystring: NoParameters,
        response: replies(done('Link revoked'), missing, new LinkNotFound())
      }
    }, async function deleteLink ({ unit, params }) {
      await app.links.revoke(unit, placeOf(params), linkIdOf(params))
      return { ok: 'Link revoked' }
    })
  }
}
