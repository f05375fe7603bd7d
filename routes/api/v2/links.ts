import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type, type TObject, type TSchema } from '@sinclair/typebox'
import type { FastifyError } from 'fastify'
import { withoutPassword, withoutSecrets } from '#src/basics/secrets.js'
import type { Unit } from '#src/core/unit.js'
import { LinkNotFound, TooMany } from '#src/errors.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { NewPassword, NewPasswordOrNull } from '#src/http/credentials.js'
import { described, Flag, Name, NoParameters, Nullable, strict, wholeNumberBetween } from '#src/http/schemas.js'
import { LONGEST_LIFE_S, type LinkChanges, type NewLink } from '#src/links/links.js'
import { presentLink, presentNewLink, type LinkType } from '#src/links/rows.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { wholeExample } from './examples.js'
import { done, orRefused, replies, samples } from './schemas.js'

export const linksTag: Tag = {
  name: 'Links',
  description:
    'A link shows an asset, a project or a collection to guests, who are people without an account. It can have a password, and it expires. Guests always see the present contents. A link stops working when its creator is disabled, or does not see the shared object any more.',
  position: 67
}

const text = Type.String()

const link = {
  id: described(Type.Integer(), idOf('link'), 1),
  title: described(text, 'Title that guests see.', 'Cut 3 for review'),
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  expires_at: described(text, descriptions.linkExpiresAt, '2026-01-22T09:31:12.408Z'),
  has_password: described(Type.Boolean(), 'Whether guests need a password.', true),
  download: described(Type.Boolean(), 'Whether guests may download the files.', false),
  comments: described(Type.Boolean(), 'Whether guests may write comments, and read comments that are not internal.', true),
  uses: described(Type.Integer(), 'Number of times the link was opened.', 0),
  last_used_at: described(Nullable(text), 'When the link was last opened; null if it was never opened.', null),
  user_id: described(Type.Integer(), 'Id of the user who created the link.', 1)
}

export const CreateLinkBody = strict(Type.Object({
  title: Type.Optional(described(Name, 'Title that guests see. By default, it is the title of the shared object.', 'Cut 3 for review')),
  expires_in: Type.Optional(described(
    wholeNumberBetween(1, LONGEST_LIFE_S), 'Validity of the link in seconds, at most one year. 30 days by default.', 604800
  )),
  password: Type.Optional(described(NewPassword, 'Password that guests must enter. None by default.', samples.password)),
  download: Type.Optional(described(Flag, 'Whether guests may download the files. `false` by default.', false)),
  comments: Type.Optional(described(
    Flag, 'Whether guests may write comments, and read comments that are not internal. `false` by default.', true
  ))
}))

export const UpdateLinkBody = strict(Type.Object({
  title: Type.Optional(described(Name, link.title.description!, 'Cut 4 for review')),
  expires_in: Type.Optional(described(
    wholeNumberBetween(1, LONGEST_LIFE_S), 'Validity of the link in seconds from now, at most one year.', 604800
  )),
  password: Type.Optional(described(
    NewPasswordOrNull, 'New password that guests must enter, also guests who know the old one. `null`: no password.', null
  )),
  download: Type.Optional(described(Flag, link.download.description!, true)),
  comments: Type.Optional(described(Flag, link.comments.description!, true))
}))

const Link = Type.Object(link, { title: 'GuestLink' })

const { id, title, ...rest } = link

const ShownNewLink = Type.Object({
  id,
  title,
  url: Type.Optional(described(
    text,
    `URL for the guests. ${descriptions.onlyHere}`,
    `http://127.0.0.1:3000/share/#${samples.token}`
  )),
  ...rest
}, { title: 'NewGuestLink' })

export const NewLinkReply = described(Type.Object({ link: ShownNewLink }), 'The link.', {
  link: wholeExample(ShownNewLink)
})

const NewCollectionLinkReply = described(
  Type.Object({
    link: ShownNewLink,
    count: described(Type.Integer(), 'Number of assets that the link shows now: the assets that its creator may change.', 12)
  }),
  'The link, and the number of assets that it shows.',
  { link: wholeExample(ShownNewLink), count: 12 }
)

const newLinkReplies: Readonly<Record<LinkType, TObject>> = {
  asset: NewLinkReply,
  project: NewLinkReply,
  collection: NewCollectionLinkReply
}

const LinkReply = described(Type.Object({ link: Link }), 'The link after the update.', {
  link: { ...wholeExample(Link), title: 'Cut 4 for review', has_password: false, download: true }
})

const LinksReply = Type.Object({ links: Type.Array(Link) }, { description: 'The links, ordered by id.' })

const LinkParams = { link_id: described(text, idOf('link'), '1') }

interface LinkRoutes {
  readonly type: LinkType
  /** `Asset` */
  readonly name: string
  /** The parameter of its path. */
  readonly id: TSchema
  readonly missing: FastifyError
}

/** The routes of links, which are the same below assets, projects and collections. */
export function linkRoutes ({ type, name, id, missing }: LinkRoutes): FastifyPluginAsyncTypebox {
  const params = Type.Object({ [`${type}_id`]: id })
  const item = `${type === 'asset' ? 'an' : 'a'} ${type}`
  const targetIdOf = (params: unknown) => (params as Readonly<Record<string, string>>)[`${type}_id`]!

  return async function links (app) {
    async function prepare (unit: Unit, { body }: { body: unknown }): Promise<void> {
      await app.links.prepare(unit, body as NewLink | LinkChanges)
    }

    app.get('/', {
      schema: {
        operationId: `list${name}Links`,
        tag: linksTag,
        summary: `List the guest links to ${item}`,
        description: 'The list has no URLs: they are shown only once. Expired links stay in the list for 30 days.',
        params,
        querystring: PageQuery,
        response: replies({ 200: LinksReply }, missing)
      }
    }, async function listLinks (request, reply) {
      const { unit } = request
      const target = await app.links.require(unit, type, targetIdOf(request.params))
      return sendPagedList(request, reply, [
        section({
          name: 'links',
          read: (page) => app.links.list(unit, type, target, page),
          keyOf: ({ id }) => id,
          toJson: (link) => JSON.stringify(presentLink(link))
        })
      ])
    })

    app.post('/', {
      config: { keptAnswer: withoutSecrets, comparedBody: withoutPassword, prepare },
      schema: {
        operationId: `create${name}Link`,
        tag: linksTag,
        summary: `Create a guest link to ${item}`,
        description: `All users who may change the ${type} can create links to it. An account has at most 1,000 links.${type === 'collection' ? ' Guests see the assets of the collection that the creator of the link may change.' : ''}`,
        params,
        querystring: NoParameters,
        body: CreateLinkBody,
        response: replies({ 200: orRefused(newLinkReplies[type]) }, missing, new TooMany('1000 links'))
      }
    }, async function createLink (request) {
      const id = targetIdOf(request.params)
      const { row, token, ...counted } = await app.links.create(request.unit, type, id, request.body)
      return { link: presentNewLink(row, token, app.publicUrls.of(request)), ...counted }
    })

    app.post('/:link_id', {
      config: { comparedBody: withoutPassword, prepare },
      schema: {
        operationId: `update${name}Link`,
        tag: linksTag,
        summary: `Update a guest link to ${item}`,
        description: 'All users who may revoke a link can change it, even after it has expired. Its URL stays the same, and is not shown again. A new password makes all tokens invalid that were issued for the old one.',
        params: Type.Object({ ...params.properties, ...LinkParams }),
        querystring: NoParameters,
        body: UpdateLinkBody,
        response: replies({ 200: LinkReply }, missing, new LinkNotFound())
      }
    }, async function updateLink (request) {
      const { unit, params, body } = request
      const { link_id: linkId } = params as { link_id: string }
      return { link: presentLink(await app.links.update(unit, type, targetIdOf(params), linkId, body)) }
    })

    app.delete('/:link_id', {
      schema: {
        operationId: `delete${name}Link`,
        tag: linksTag,
        summary: `Revoke a guest link to ${item}`,
        description: 'The link becomes invalid at once.',
        params: Type.Object({ ...params.properties, ...LinkParams }),
        querystring: NoParameters,
        response: replies(done('Link revoked'), missing, new LinkNotFound())
      }
    }, async function deleteLink (request) {
      const { unit, params } = request
      await app.links.revoke(unit, type, targetIdOf(params), (params as { link_id: string }).link_id)
      return { ok: 'Link revoked' }
    })
  }
}
