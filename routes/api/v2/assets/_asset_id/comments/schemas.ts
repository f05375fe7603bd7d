import { FormatRegistry, Kind, Type, TypeRegistry, type TSchema } from '@sinclair/typebox'
import { isArea } from '#src/comments/area.js'
import { markerFormats, TIME_CODE_RULE } from '#src/comments/markers/markers.js'
import { isTimeCode } from '#src/basics/time-code.js'
import type { Area } from '#src/comments/rows.js'
import { numberBetween, TextBetween } from '#src/http/bounded.js'
import { PageQuery } from '#src/http/list.js'
import { STRING_RULE } from '#src/http/rules.js'
import { described, Flag, Nullable, OneOf, strict, WholeNumber, wholeNumberBetween } from '#src/http/schemas.js'
import type { Tag } from '#src/openapi/tags.js'
import { answerTo, wholeExample } from '../../../examples.js'
import { orRefused, samples } from '../../../schemas.js'

export const commentsTag: Tag = {
  name: 'Comments',
  description: 'What people say about an asset or a project, at a moment of a film or in a part of a picture.',
  position: 32
}

const LONGEST_TEXT = 10_000
const MOST_SECONDS = 1_000_000_000
const MOST_PAGES = 1_000_000_000

const text = Type.String()

TypeRegistry.Set<TSchema>('Area', (_schema, value) => isArea(value))

const part = {
  x: described(Type.Number(), 'From the left.', 0.25),
  y: described(Type.Number(), 'From the top.', 0.1),
  width: described(Type.Number(), 'Of the picture’s width.', 0.5),
  height: described(Type.Number(), 'Of the picture’s height.', 0.4)
}
const ShownArea = Type.Object(part, { title: 'Area' })

const AreaParameter = Type.Unsafe<Area>({
  [Kind]: 'Area',
  type: 'object',
  properties: part,
  required: Object.keys(part),
  wrongType: 'Must be an area within 0 and 1'
})

const words = described(TextBetween(1, LONGEST_TEXT), 'What there is to say. Text is text: nothing in it is markup.', 'The lower third comes too late')

export const CommentParams = { comment_id: described(text, 'Id of the comment.', '12') }

const ofAll = {
  text: words,
  internal: Type.Optional(described(Flag, 'Whether guests do not see it. `false` if it is not sent.', false)),
  reply_to: Type.Optional(described(WholeNumber, 'Id of the comment that is replied to, which is no reply itself. A reply to an internal one is internal.'))
}

export const CreateProjectCommentBody = strict(Type.Object(ofAll))

export const CreateAssetCommentBody = strict(Type.Object({
  ...ofAll,
  time: Type.Optional(described(numberBetween(0, MOST_SECONDS), 'The moment, in seconds from the beginning.', 12.48)),
  duration: Type.Optional(described(
    { ...numberBetween(0, MOST_SECONDS), onlyWith: 'time' }, 'How many seconds it is about. Only with `time`.', 2
  )),
  page: Type.Optional(described(wholeNumberBetween(1, MOST_PAGES), 'The page of a document. The first is 1.')),
  area: Type.Optional(described(AreaParameter, 'A part of the picture, as fractions of it.', wholeExample(ShownArea)))
}))

export const UpdateCommentBody = strict(Type.Object({
  text: Type.Optional(described(words, 'Only the author may change it.', 'The lower third comes a second too late')),
  done: Type.Optional(described(Flag, 'Whether it is settled. Everybody who may comment may say so.', true))
}))

export const Comment = Type.Object({
  id: described(Type.Integer(), 'Id of the comment.', 12),
  text: described(text, 'What was said.', 'The lower third comes too late'),
  user_id: described(Type.Integer(), 'Who said it; 0 for a guest.', 1),
  author: described(text, 'E-mail of the user, or the name that the guest has given.', samples.email),
  guest: described(Type.Boolean(), 'Whether it came from a guest, by a link.', false),
  internal: described(Type.Boolean(), 'Whether guests do not see it.', false),
  reply_to: described(Nullable(Type.Integer()), 'The comment that it replies to.', null),
  time: described(Nullable(Type.Number()), 'The moment, in seconds.', null),
  duration: described(Nullable(Type.Number()), 'How many seconds it is about.', null),
  page: described(Nullable(Type.Integer()), 'The page of a document.', null),
  area: described(Nullable(ShownArea), 'The part of the picture, as fractions of it.', null),
  done: described(Type.Boolean(), 'Whether it is settled.', false),
  created_at: described(text, 'ISO 8601, UTC, to the millisecond.', samples.milliseconds),
  updated_at: described(text, 'When it was last changed.', samples.milliseconds)
}, { title: 'Comment' })

export const CommentReply = Type.Object({ comment: Comment }, { description: 'The comment.' })

export const CreateAssetCommentReply = orRefused(answerTo(CreateAssetCommentBody, CommentReply))
export const CreateProjectCommentReply = orRefused(answerTo(CreateProjectCommentBody, CommentReply))
export const UpdateCommentReply = answerTo(UpdateCommentBody, CommentReply, { updated_at: samples.laterMilliseconds })

export const CommentsReply = Type.Object({ comments: Type.Array(Comment) }, {
  description: 'The comments, oldest first.'
})

FormatRegistry.Set('time-code', isTimeCode)

/** For assets: the comments as markers instead of a list. */
export const AssetCommentsQuery = strict(Type.Object({
  limit: { ...PageQuery.properties.limit, notWith: 'format' },
  cursor: { ...PageQuery.properties.cursor, notWith: 'format' },
  format: Type.Optional(described(
    OneOf(markerFormats), 'The markers that editing programs read: an edit decision list of the form CMX 3600, or a CSV.'
  )),
  start: Type.Optional(described(
    Type.String({ format: 'time-code', wrongType: STRING_RULE, wrongValue: TIME_CODE_RULE }),
    'With `format`: the time code at which the film begins; unless told its own, else `00:00:00:00`.',
    '01:00:00:00'
  ))
}))

const list = orRefused(CommentsReply)

/** A list as JSON, or markers as text. */
export const AssetCommentsReply = {
  pageEndsAt: '12',
  description: 'The comments, oldest first; with `format` as markers, in the order of their moments.',
  content: {
    'application/json': { schema: list, examples: { success: { value: { comments: [wholeExample(Comment)] } } } },
    'text/plain': { schema: Type.String({ description: 'CMX 3600: an event for each frame at which comments begin, with their replies.', examples: ['TITLE: Interview, day 1\r\nFCM: NON-DROP FRAME\r\n'] }) },
    'text/csv': { schema: Type.String({ description: 'RFC 4180: a row for each comment, replies after what they answer. In, Out and Duration are empty without a frame rate.', examples: ['Marker Name,Description,In,Out\r\n'] }) }
  }
}
