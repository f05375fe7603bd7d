import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type, type TObject, type TSchema } from '@sinclair/typebox'
import type { FastifyError } from 'fastify'
import { withoutPassword, withoutSecrets } from '#src/basics/secrets.js'
import type { Unit } from '#src/core/unit.js'
import { LinkNotFound, TooMany } from '#src/errors.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { described, Flag, Name, NewPassword, NewPasswordOrNull, NoParameters, Nullable, strict, wholeNumberBetween } from '#src/http/schemas.js'
import { LONGEST_LIFE_S, type LinkChanges, type NewLink } from '#src/links/links.js'
import { presentLink, presentNewLink, type LinkType } from '#src/links/rows.js'
import type { Tag } from '#src/openapi/tags.js'
import { wholeExample } from './examples.js'
import { done, orRefused, replies, samples } from './schemas.js'

export const linksTag: Tag = {
  name: 'Links',
  description:
    'A link shows an asset, a project or a collection to people without an account, with a password if you like, and until it ends: it shows what is there when it is looked at. It ends when its maker is disabled or does not see any more what it shows.',
  position: 67
}

const text = Type.String()

export const CreateLinkBody = strict(Type.Object({
  title: Type.Optional(described(Name, 'What the guests read. The title of the item if it is not sent.', 'Cut 3 for review')),
  expires_in: Type.Optional(described(
    wholeNumberBetween(1, LONGEST_LIFE_S), 'Seconds for which it is valid: at most a year. 30 days if it is not sent.', 604800
  )),
  password: Type.Optional(described(NewPassword, 'What guests have to know. None if it is not sent.', samples.password)),
  download: Type.Optional(described(Flag, 'Whether guests may download the files. `false` if it is not sent.', false)),
  comments: Type.Optional(described(
    Flag, 'Whether guests may read the comments that are not internal, and write some. `false` if it is not sent.', true
  ))
}))

export const UpdateLinkBody = strict(Type.Object({
  title: Type.Optional(described(Name, 'What the guests read.', 'Cut 4 for review')),
  expires_in: Type.Optional(described(
    wholeNumberBetween(1, LONGEST_LIFE_S), 'Seconds from now for which it is valid: at most a year.', 604800
  )),
  password: Type.Optional(described(
    NewPasswordOrNull, 'What guests have to know from now on: who knows the old one has to send it. `null`: nothing.', null
  )),
  download: Type.Optional(described(Flag, 'Whether guests may download the files.', true)),
  comments: Type.Optional(described(Flag, 'Whether guests may read comments, and write some.', true))
}))

const link = {
  id: described(Type.Integer(), 'Id of the link.', 1),
  title: described(text, 'What the guests read.', 'Cut 3 for review'),
  created_at: described(text, 'ISO 8601, UTC, to the millisecond.', samples.milliseconds),
  expires_at: described(text, 'When it ends.', '2026-01-22T09:31:12.408Z'),
  has_password: described(Type.Boolean(), 'Whether guests need a password.', true),
  download: described(Type.Boolean(), 'Whether guests may download the files.', false),
  comments: described(Type.Boolean(), 'Whether guests may comment.', true),
  uses: described(Type.Integer(), 'How often it was opened.', 0),
  last_used_at: described(Nullable(text), 'When it was last opened; null where it never was.', null),
  user_id: described(Type.Integer(), 'Who has made it.', 1)
}

const Link = Type.Object(link, { title: 'GuestLink' })

const { id, title, ...rest } = link

const ShownNewLink = Type.Object({
  id,
  title,
  url: Type.Optional(described(
    text,
    'Where guests find it. It is shown in this answer and nowhere after: left out where the answer is repeated by an `Idempotency-Key`.',
    `http://127.0.0.1:3000/share/#${samples.token}`
  )),
  ...rest
}, { title: 'NewGuestLink' })

const NewLinkReply = described(Type.Object({ link: ShownNewLink }), 'The link.', { link: wholeExample(ShownNewLink) })

const NewCollectionLinkReply = described(
  Type.Object({
    link: ShownNewLink,
    count: described(Type.Integer(), 'How many assets it shows now: those that its maker may change.', 12)
  }),
  'The link, and how many assets it shows.',
  { link: wholeExample(ShownNewLink), count: 12 }
)

const newLinkReplies: Readonly<Record<LinkType, TObject>> = {
  asset: NewLinkReply,
  project: NewLinkReply,
  collection: NewCollectionLinkReply
}

const LinkReply = described(Type.Object({ link: Link }), 'The link as it is now.', {
  link: { ...wholeExample(Link), title: 'Cut 4 for review', has_password: false, download: true }
})

const LinksReply = Type.Object({ links: Type.Array(Link) }, { description: 'The links, in the order of their ids.' })

const LinkParams = { link_id: described(text, 'Id of the link.', '1') }

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
  const idOf = (params: unknown) => (params as Readonly<Record<string, string>>)[`${type}_id`]!

  return async function links (app) {
    async function prepare (unit: Unit, { body }: { body: unknown }): Promise<void> {
      await app.links.prepare(unit, body as NewLink | LinkChanges)
    }

    app.get('/', {
      schema: {
        operationId: `list${name}Links`,
        tag: linksTag,
        summary: `List the links of ${item}`,
        description: 'Without their URLs, which are shown only once. One that has expired is listed for 30 days.',
        params,
        querystring: PageQuery,
        response: replies({ 200: LinksReply }, missing)
      }
    }, async function listLinks (request, reply) {
      const { unit } = request
      const target = await app.links.require(unit, type, idOf(request.params))
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
        summary: `Make a link of ${item} for people without an account`,
        description: `By who may change the ${type}. An account has at most 1,000.${type === 'collection' ? ' Guests see those of its assets that the maker may change.' : ''}`,
        params,
        querystring: NoParameters,
        body: CreateLinkBody,
        response: replies({ 200: orRefused(newLinkReplies[type]) }, missing, new TooMany('1000 links'))
      }
    }, async function createLink (request) {
      const { row, token, ...counted } = await app.links.create(request.unit, type, idOf(request.params), request.body)
      return { link: presentNewLink(row, token, app.publicUrls.of(request)), ...counted }
    })

    app.post('/:link_id', {
      config: { comparedBody: withoutPassword, prepare },
      schema: {
        operationId: `update${name}Link`,
        tag: linksTag,
        summary: `Change a link of ${item}`,
        description: 'By who may revoke it, also after it has ended. Its URL stays, and is not shown again. A new password ends what was answered for the old one.',
        params: Type.Object({ ...params.properties, ...LinkParams }),
        querystring: NoParameters,
        body: UpdateLinkBody,
        response: replies({ 200: LinkReply }, missing, new LinkNotFound())
      }
    }, async function updateLink (request) {
      const { unit, params, body } = request
      const { link_id: linkId } = params as { link_id: string }
      return { link: presentLink(await app.links.update(unit, type, idOf(params), linkId, body)) }
    })

    app.delete('/:link_id', {
      schema: {
        operationId: `delete${name}Link`,
        tag: linksTag,
        summary: `Revoke a link of ${item}`,
        description: 'It ends at once.',
        params: Type.Object({ ...params.properties, ...LinkParams }),
        querystring: NoParameters,
        response: replies(done('Link revoked'), missing, new LinkNotFound())
      }
    }, async function deleteLink (request) {
      const { unit, params } = request
      await app.links.revoke(unit, type, idOf(params), (params as { link_id: string }).link_id)
      return { ok: 'Link revoked' }
    })
  }
}
