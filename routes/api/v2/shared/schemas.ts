import type { FastifyError } from 'fastify'
import { Type, type TSchema } from '@sinclair/typebox'
import { approvalOfGuests, decisions } from '#src/approvals/schema.js'
import { commentOfGuests } from '#src/comments/schema.js'
import { TooManyRequests, Unauthorized } from '#src/errors.js'
import { LinkNotFound } from '#src/links/errors.js'
import { LONGEST_USER_NAME } from '#src/access/user-name.js'
import { PersonName } from '#src/http/bounded.js'
import { CURSOR_RULE, PageQuery } from '#src/http/list.js'
import { SentPassword } from '#src/http/credentials.js'
import { described, Nullable, OneOf, strict, Text, TextUpTo } from '#src/http/schemas.js'
import { guestsReview } from '#src/included/guests-review.js'
import { assetOfGuests } from '#src/items/schema.js'
import { downloadOfGuests, fileOfGuests, previewOfGuests, proxyOfGuests } from '#src/media/schema.js'
import { descriptions } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { ApprovalsReply } from '../assets/_asset_id/approvals/schemas.js'
import { COMMENT_REPLY, CommentsReply, CreateAssetCommentBody } from '../assets/_asset_id/comments/schemas.js'
import { replacement, VersionsReply } from '../assets/_asset_id/versions/schemas.js'
import { uploadProperties, UploadReply } from '../assets/_asset_id/uploads/schemas.js'
import { AssetParams } from '../assets/schemas.js'
import { IdList } from '../downloads/schemas.js'
import { sentFileParameters } from '../drop_folders/_drop_folder_id/uploads/schemas.js'
import { wholeExample } from '../examples.js'
import { LinkTypeShown, NewLinkReply } from '../links/schemas.js'
import { orRefused, replies, samples } from '../schemas.js'

export const sharedTag: Tag = {
  name: 'Behind a link',
  description:
    'These requests are for guests, who have a link. The token is the part after the `#` in the URL of the link: send it as `Authorization: Bearer <token>`. If the link has a password, send the token that `POST /shared/password` returns instead. The answer is the same 404 for an unknown, an expired and a revoked link.',
  position: 68
}

const text = Type.String()

/** The answers of a guest's request. */
export function sharedReplies<Own extends Record<number, TSchema>> (own: Own, ...failures: FastifyError[]) {
  return replies(own, new Unauthorized(), new LinkNotFound(), ...failures)
}

export const tooManyComments = new TooManyRequests()

export const SharedLinkReply = Type.Object({
  link: Type.Object({
    title: described(text, 'Title of the link.', 'Cut 3 for review'),
    type: LinkTypeShown,
    expires_at: described(text, descriptions.linkExpiresAt, samples.laterMilliseconds),
    download: described(Type.Boolean(), 'Whether you may download the files.', false),
    comments: described(Type.Boolean(), 'Whether you may read and write comments.', true),
    approvals: described(Type.Boolean(), 'Whether you may approve and reject assets.', true),
    versions: described(Type.Boolean(), 'Whether you see earlier versions of the files.', false),
    files_left: Type.Optional(described(Type.Integer(), 'Number of files that you may still send. Only of links of drop folders.')),
    bytes_left: Type.Optional(described(Type.Integer(), 'Number of bytes that you may still send. Only of links of drop folders.')),
    max_file_bytes: Type.Optional(described(Type.Integer(), 'Number of bytes that a file may have. Only of links of drop folders.'))
  }, { title: 'SharedLink' })
}, { description: NewLinkReply.description! })

export const SharedPasswordBody = strict(Type.Object({
  password: described(SentPassword, 'Password of the link.', samples.password)
}))

export const SharedPasswordReply = Type.Object({
  token: described(text, 'Token to send instead of the token of the link.', `1.${samples.expires}.${samples.signature}`),
  expires_at: described(text, 'When the password must be sent again.', samples.milliseconds)
}, { description: 'The token for further requests.' })

const sharedFile = {
  ...fileOfGuests.schema.properties,
  previews: { ...fileOfGuests.schema.properties.previews, items: previewOfGuests.schema },
  proxies: { ...fileOfGuests.schema.properties.proxies, items: proxyOfGuests.schema },
  ...Type.Partial(downloadOfGuests.schema).properties
}

export const SharedVersionsReply = Type.Object({
  versions: Type.Array(Type.Object({ ...sharedFile, ...replacement }, { title: 'SharedVersion' }))
}, { description: VersionsReply.description! })

export const SharedAsset = Type.Object({
  ...assetOfGuests.schema.properties,
  path: Type.Optional(described(
    Type.Array(text), 'Titles of the projects between the shared project and the asset, the highest first. Only of links of projects.', ['Interviews']
  )),
  version: described(Nullable(Type.Integer()), 'Number of the file that is shown; null if there is none.', 2),
  media: Type.Array(Type.Object(sharedFile, { title: 'SharedFile' })),
  ...guestsReview.properties
}, { title: 'SharedAsset' })

const OpenedAsset = Type.Object({
  ...SharedAsset.properties,
  film: Type.Optional(Type.Object({
    frame_rate: described(Type.Number(), 'Frame rate of the film, in frames per second.', 25),
    timecode: described(Nullable(text), 'Start time code of the film.', '10:00:00:00'),
    timecode_rate: Type.Optional(described(
      Type.Integer(), 'Frames of a second of `timecode`, if it does not count those of the film. Absent otherwise.', 25
    )),
    variable_frame_rate: described(Type.Boolean(), 'Whether the frame rate varies: `frame_rate` is then the average.', false)
  }, { title: 'FilmTimes', description: 'Frame rate of a film, for time codes. Only films have it, after their analysis.' }))
}, { title: 'OpenedAsset' })

/** The cursor is that of a list, or that of a search. */
export const SharedAssetsQuery = strict(Type.Object({
  limit: PageQuery.properties.limit,
  cursor: Type.Optional({ ...Text, wrongType: CURSOR_RULE, description: PageQuery.properties.cursor.description })
}))

export const SharedAssetReply = Type.Object({ asset: OpenedAsset }, { description: 'The asset, with its files.' })

export const SharedAssetsReply = Type.Object({ assets: Type.Array(SharedAsset) }, {
  description: 'A page of the assets that the link shows. Assets of a collection are in its order.'
})

const {
  internal: _internal, mentions: _mentions, mention_groups: _mentionGroups, attachment_ids: _attachmentIds, text: words,
  ...ofComments
} = CreateAssetCommentBody.properties
const SharedComment = commentOfGuests.schema

export const SharedCommentsReply = Type.Object({ comments: Type.Array(SharedComment) }, {
  description: CommentsReply.description!
})

export const CreateGuestCommentBody = strict(Type.Object({
  text: words,
  name: described(PersonName(1, LONGEST_USER_NAME), 'Name of the guest.', 'Ann of Agency'),
  ...ofComments
}))

const LONGEST_DECISION = 1000

export const GuestDecisionBody = strict(Type.Object({
  name: CreateGuestCommentBody.properties.name,
  status: described(OneOf(decisions), 'Your decision.', 'rejected'),
  text: Type.Optional(described(TextUpTo(LONGEST_DECISION), 'Reason for the decision.', 'The logo must come earlier'))
}))

const SharedApproval = approvalOfGuests.schema

export const SharedApprovalsReply = Type.Object({
  approvals: described(Type.Array(SharedApproval), 'Decisions of users and guests. Those of users have no text.'),
  status: ApprovalsReply.properties.status
}, { description: 'The decisions, and the status of the asset.' })

export const GuestDecisionReply = orRefused(Type.Object({ approval: SharedApproval }, {
  description: 'The decision.',
  examples: [{
    approval: {
      id: 5,
      author: 'Ann of Agency',
      guest: true,
      status: 'rejected',
      text: 'The logo must come earlier',
      decided_at: samples.milliseconds
    }
  }]
}))

const { name: author, ...sent } = wholeExample(CreateGuestCommentBody) as { readonly name: string }

export const SharedDownloadBody = strict(Type.Object({
  asset_ids: Type.Optional(described(
    IdList, 'Ids of assets that the link shows, at most 1,000. By default, all of its assets.', [samples.assetId]
  ))
}))

const SharedCommentReply = Type.Object({ comment: SharedComment })

export const CreateGuestCommentReply = orRefused(described(SharedCommentReply, COMMENT_REPLY, {
  comment: { ...wholeExample(SharedComment), ...sent, author, guest: true, user_id: 0 }
}))

export function SharedUploadBody (maxBytes: number) {
  return strict(Type.Object({ name: CreateGuestCommentBody.properties.name, ...sentFileParameters(maxBytes) }))
}

export const SharedUploadReply = orRefused(Type.Object({
  upload: Type.Object(uploadProperties, { title: 'SharedUpload' })
}, { description: UploadReply.description! }))

export { AssetParams }
