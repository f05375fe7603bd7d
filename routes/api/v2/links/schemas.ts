import { Type, type TObject, type TOptional } from '@sinclair/typebox'
import { TextBetween } from '#src/http/bounded.js'
import { emailsUpTo, NewPassword, NewPasswordOrNull } from '#src/http/credentials.js'
import { LONGEST_NAME } from '#src/http/rules.js'
import { described, Flag, Name, Nullable, Ruled, strict, TextUpTo, wholeNumberBetween } from '#src/http/schemas.js'
import { LONGEST_LIFE_S, refuseEnd } from '#src/links/life.js'
import { LONGEST_TEXT, MOST_RECIPIENTS } from '#src/links/mails.js'
import { allowances, boundsOfLinks, linkTypes, type TargetType } from '#src/links/rows.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { IdList } from '../downloads/schemas.js'
import { answerTo } from '../examples.js'
import { samples } from '../schemas.js'

export const linksTag: Tag = {
  name: 'Links',
  description:
    'A link shows an asset, a project, a collection or a selection of assets to guests, who are people without an account; or it lets them send files into a drop folder, of which they see nothing. It can have a password, and it expires. Guests always see the present contents. A link stops working when its creator is disabled, or does not see the shared object any more.',
  position: 67
}

const text = Type.String()

const head = {
  id: described(Type.Integer(), idOf('link'), 1),
  title: described(text, 'Title that guests see.', 'Cut 3 for review'),
  url: described(
    Nullable(text),
    'URL for the guests. It is null for users who may not revoke the link, for read-only keys, and if it cannot be shown again: for a link of an early version, or after the secret that signs URLs was replaced.',
    `http://127.0.0.1:3000/share/#${samples.token}`
  ),
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  expires_at: described(text, descriptions.linkExpiresAt, '2026-01-22T09:31:12.408Z'),
  has_password: described(Type.Boolean(), 'Whether guests need a password.', true)
}

const permits = {
  download: described(Type.Boolean(), 'Whether guests may download the files.', false),
  comments: described(Type.Boolean(), 'Whether guests may write comments, and read comments that are not internal.', true),
  approvals: described(Type.Boolean(), 'Whether guests may approve and reject assets.', true),
  versions: described(Type.Boolean(), 'Whether guests see earlier versions of the files.', false)
}

const bounds = {
  files: described(Type.Integer(), 'Number of files that guests may send.', 1000),
  bytes: described(Type.Integer(), 'Number of bytes that guests may send.', boundsOfLinks.bytes.usual)
}

const tail = {
  uses: described(Type.Integer(), 'Number of times the link was opened.', 0),
  last_used_at: described(Nullable(text), 'When the link was last opened; null if it was never opened.', null),
  user_id: described(Type.Integer(), 'Id of the user who created the link.', 1)
}

const link = { ...head, ...permits, ...tail }
const linkOfDropFolder = { ...head, ...bounds, ...tail }
/** A link of either kind: its example is one that shows something. */
const anyLink = {
  ...head,
  ...Type.Partial(Type.Object(permits)).properties,
  files: Type.Optional(described(Type.Integer(), bounds.files.description!)),
  bytes: Type.Optional(described(Type.Integer(), bounds.bytes.description!)),
  ...tail
}

const title = described(Name, link.title.description!, 'Cut 4 for review')

const life = (description: string) => ({
  expires_in: Type.Optional(described(
    wholeNumberBetween(1, LONGEST_LIFE_S), `Validity of the link in seconds${description}`, 604800
  )),
  expires_at: Type.Optional(described(
    Type.Unsafe<string>(Ruled(text, refuseEnd)),
    'When the link expires, in place of `expires_in`: ISO 8601, at most one year from now. A date means its first moment in UTC.'
  ))
})

const allowed = (rest = '') => (name: typeof allowances[number]) =>
  [name, Type.Optional(described(Flag, `${link[name].description!}${rest}`, true))]

/** What guests may do. */
const allowing = (rest?: string) =>
  Object.fromEntries(allowances.map(allowed(rest))) as Record<typeof allowances[number], TOptional<typeof Flag>>

/** How much guests may send. */
const bounding = ([files, bytes]: readonly [files: string, bytes: string], hasExamples = true) => {
  const bounded = (name: keyof typeof bounds, rest: string) => Type.Optional(described(
    wholeNumberBetween(1, boundsOfLinks[name].most),
    `${bounds[name].description!}${rest}`,
    ...hasExamples ? bounds[name].examples as unknown[] : []
  ))
  return { files: bounded('files', files), bytes: bounded('bytes', bytes) }
}

export const CreateLinkBody = strict(Type.Object({
  title: Type.Optional(described(Name, 'Title that guests see. By default, it is the title of the shared object.', 'Cut 3 for review')),
  ...life(', at most one year. 30 days by default.'),
  password: Type.Optional(described(NewPassword, 'Password that guests must enter. None by default.', samples.password)),
  ...allowing(' `false` by default.')
}))

const { title: newTitle, expires_in: newLife, expires_at: newEnd, password: newPassword } = CreateLinkBody.properties

export const CreateDropFolderLinkBody = strict(Type.Object({
  title: newTitle, expires_in: newLife, expires_at: newEnd, password: newPassword, ...bounding([' 1,000 by default, at most 10,000.', ' 100 GiB by default.'])
}))

export const CreateSelectionLinkBody = strict(Type.Object({
  asset_ids: described(IdList, 'Ids of 1 to 1,000 assets, in the order in which guests see them. An asset that is named twice counts once.', [samples.assetId]),
  ...CreateLinkBody.properties,
  title: described(TextBetween(1, LONGEST_NAME), link.title.description!, 'Eight for the poster')
}))

const changes = {
  title: Type.Optional(title),
  ...life(' from now, at most one year.'),
  password: Type.Optional(described(
    NewPasswordOrNull, 'New password that guests must enter, also guests who know the old one. `null`: no password.', null
  )),
  new_url: Type.Optional(described(
    Flag, 'Whether the link gets another URL. The old one becomes invalid at once, with all tokens that were issued for it.', false
  ))
}

export const UpdateLinkBody = strict(Type.Object({ ...changes, ...allowing() }))

export const UpdateDropFolderLinkBody = strict(Type.Object({ ...changes, ...bounding(['', '']) }))

const ofDropFolders = ' Only of links of drop folders.'

/** Of a link of either kind, which refuses what the other kind knows. */
export const UpdateAnyLinkBody = strict(Type.Object({
  ...changes, ...allowing(' Not of links of drop folders.'), ...bounding([ofDropFolders, ofDropFolders], false)
}))

export const SendLinkBody = strict(Type.Object({
  emails: described(emailsUpTo(MOST_RECIPIENTS), 'E-mail addresses, at most 20. Each gets a message of its own.', ['ann@agency.example']),
  text: Type.Optional(described(TextUpTo(LONGEST_TEXT), 'Text of the message, empty by default.', 'Cut 3, with the new music.'))
}))

const Link = Type.Object(link, { title: 'GuestLink' })

const DropFolderLink = Type.Object(linkOfDropFolder, { title: 'DropFolderLink' })

/** In an answer that is stored without the URL. */
const replayed = {
  url: Type.Optional({
    ...link.url, description: `${link.url.description!} It is absent if the answer is replayed by an \`Idempotency-Key\`.`
  })
}

const ReplayedLink = Type.Object({ ...link, ...replayed }, { title: 'NewGuestLink' })

const ReplayedDropFolderLink = Type.Object({ ...linkOfDropFolder, ...replayed }, { title: 'NewDropFolderLink' })

const ReplayedAnyLink = Type.Object({ ...anyLink, ...replayed }, { title: 'ChangedGuestLink' })

export const NewLinkReply = answerTo(
  CreateLinkBody, Type.Object({ link: ReplayedLink }, { description: 'The link.' })
)

const CountedLinkReply = Type.Object({
  link: ReplayedLink,
  count: described(Type.Integer(), 'Number of assets that the link shows now: the assets that its creator may change.', 12)
}, { description: 'The link, and the number of assets that it shows.' })

export const NewSelectionLinkReply = answerTo(CreateSelectionLinkBody, CountedLinkReply)

export const newLinkReplies: Readonly<Record<TargetType, TObject>> = {
  asset: NewLinkReply,
  project: NewLinkReply,
  collection: answerTo(CreateLinkBody, CountedLinkReply),
  drop_folder: answerTo(
    CreateDropFolderLinkBody, Type.Object({ link: ReplayedDropFolderLink }, { description: NewLinkReply.description! })
  )
}

const updatedReply = (body: TObject, reply: TObject) => answerTo(
  body, Type.Object({ link: reply }, { description: 'The link after the update.' }), { has_password: false }
)

export const UpdatedLinkReply = updatedReply(UpdateLinkBody, ReplayedLink)
export const UpdatedDropFolderLinkReply = updatedReply(UpdateDropFolderLinkBody, ReplayedDropFolderLink)
export const UpdatedAnyLinkReply = updatedReply(UpdateAnyLinkBody, ReplayedAnyLink)

const listReply = (each: TObject) =>
  Type.Object({ links: Type.Array(each) }, { description: 'The links, ordered by id.' })

export const LinksReply = listReply(Link)
export const DropFolderLinksReply = listReply(DropFolderLink)

export const LinkTypeShown = described(
  Type.String({ enum: [...linkTypes] }),
  `${descriptions.linkType} \`drop_folder\`: guests send files by it.`,
  'asset'
)

const KnownLink = Type.Object({
  ...anyLink,
  type: LinkTypeShown,
  item: described(
    Type.Unsafe<object | null>({
      ...Type.Object({
        type: described(Type.String({ enum: linkTypes.filter((type) => type !== 'selection') }), 'Same as `type` of the link.', 'asset'),
        id: described(
          Type.Unsafe<string | number>({ type: ['string', 'integer'] }), 'Id of the object; of a collection and of a drop folder it is a number.', samples.assetId
        ),
        title: described(text, descriptions.title, 'Cut 3')
      }, { title: 'SharedObject' }),
      type: ['object', 'null']
    }),
    'The object that the link shows, or the drop folder; null for a selection, and for an object that you do not see.'
  )
}, { title: 'KnownGuestLink' })

export const KnownLinkReply = Type.Object({ link: KnownLink }, { description: NewLinkReply.description! })

export const KnownLinksReply = Type.Object({ links: Type.Array(KnownLink) }, { description: 'The links, the newest first.' })

export const LinkParams = Type.Object({ link_id: described(text, idOf('link'), '1') })
