import type { Readable } from 'node:stream'
import { FormatRegistry, Kind, Type, TypeRegistry, type TSchema } from '@sinclair/typebox'
import { ATTACHMENTS_RULE, MOST_OF_COMMENT } from '#src/attachments/of-comments.js'
import { isArea } from '#src/comments/area.js'
import {
  DRAWING_RULE, isDrawing, MOST_POINTS, MOST_SHAPES, type Drawing
} from '#src/comments/drawing.js'
import { formats, markerFormats } from '#src/comments/markers/formats.js'
import { TIME_CODE_RULE } from '#src/comments/markers/markers.js'
import { isTimeCode } from '#src/basics/time-code.js'
import type { Area } from '#src/comments/rows.js'
import { MOST_MENTION_GROUPS, MOST_MENTIONS } from '#src/comments/named.js'
import { Comment, part, Shape, ShownArea } from '#src/comments/schema.js'
import { numberBetween, TextBetween, wholeNumbers } from '#src/http/bounded.js'
import { PageQuery } from '#src/http/list.js'
import { isWhole, STRING_RULE } from '#src/http/rules.js'
import { described, Flag, OneOf, strict, WholeNumber, wholeNumberBetween } from '#src/http/schemas.js'
import { SheetReader } from '#src/http/sheets.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { answerTo, wholeExample } from '../../../examples.js'
import { orRefused, samples } from '../../../schemas.js'

export const commentsTag: Tag = {
  name: 'Comments',
  description: 'Users and guests comment on assets and projects. A comment can have a time in a film, a page of a document, or a part of a picture.',
  position: 32
}

const LONGEST_TEXT = 10_000
const MOST_SECONDS = 1_000_000_000
const MOST_PAGES = 1_000_000_000

const text = Type.String()

TypeRegistry.Set<TSchema>('Area', (_schema, value) => isArea(value))

const AreaParameter = Type.Unsafe<Area>({
  [Kind]: 'Area',
  type: 'object',
  properties: part,
  required: Object.keys(part),
  wrongType: 'Must be an area within 0 and 1'
})

TypeRegistry.Set<TSchema>('Drawing', (_schema, value) => value === null || isDrawing(value))

const drawing = Type.Optional(described(
  Type.Unsafe<Drawing | null>({
    [Kind]: 'Drawing',
    type: ['array', 'null'],
    items: Shape,
    minItems: 1,
    maxItems: MOST_SHAPES,
    wrongType: DRAWING_RULE
  }),
  `Shapes on the picture, with at most ${MOST_POINTS.toLocaleString('en')} points together; null for none.`,
  [wholeExample(Shape)]
))

const mentions = Type.Optional(described(
  wholeNumbers(0, MOST_MENTIONS), 'Ids of users to notify of the comment. They must see the item (see `GET /users`).', [2]
))

const mentionGroups = Type.Optional(described(
  wholeNumbers(0, MOST_MENTION_GROUPS),
  `Ids of user groups to notify of the comment: those of their users who see the item. A comment mentions at most ${MOST_MENTIONS} users, by both together.`,
  []
))

TypeRegistry.Set<TSchema>('AttachmentIds', (_schema, value) => Array.isArray(value) && value.length <= MOST_OF_COMMENT &&
  value.every(isWhole))

const attachmentIds = Type.Optional(described(
  Type.Unsafe<Array<number | bigint>>({
    [Kind]: 'AttachmentIds',
    type: 'array',
    items: { type: 'integer' },
    maxItems: MOST_OF_COMMENT,
    wrongType: ATTACHMENTS_RULE
  }),
  'Ids of attachments to add to the comment. You must have attached them to the item, and they must not belong to a comment.',
  []
))

const words = described(TextBetween(1, LONGEST_TEXT), 'Text of the comment. It is plain text: markup has no meaning.', 'The lower third comes too late')

export const CommentParams = { comment_id: described(text, idOf('comment'), '12') }

const ofAll = {
  text: words,
  internal: Type.Optional(described(Flag, 'Whether the comment is hidden from guests. `false` by default.', false)),
  reply_to: Type.Optional(described(WholeNumber, 'Id of the comment to reply to, which must not be a reply itself. A reply to an internal comment is internal.')),
  mentions,
  mention_groups: mentionGroups,
  attachment_ids: attachmentIds
}

export const CreateProjectCommentBody = strict(Type.Object(ofAll))

export const CreateAssetCommentBody = strict(Type.Object({
  ...ofAll,
  time: Type.Optional(described(numberBetween(0, MOST_SECONDS), descriptions.mediaTime, 12.48)),
  duration: Type.Optional(described(
    { ...numberBetween(0, MOST_SECONDS), onlyWith: 'time' }, 'Duration of the commented part, in seconds. Only with `time`.', 2
  )),
  page: Type.Optional(described(wholeNumberBetween(1, MOST_PAGES), 'Page number in a document, counted from 1.')),
  area: Type.Optional(described(AreaParameter, 'Part of the picture, in fractions of its width and height.', wholeExample(ShownArea))),
  drawing
}))

const changes = {
  text: Type.Optional(described(words, 'New text. Only the author may change it.', 'The lower third comes a second too late')),
  mentions,
  mention_groups: mentionGroups,
  done: Type.Optional(described(Flag, 'Whether the comment is done. All users who may comment can set it.', true))
}

export const UpdateProjectCommentBody = strict(Type.Object(changes))

export const UpdateAssetCommentBody = strict(Type.Object({ ...changes, drawing }))

export const COMMENT_REPLY = 'The comment.'

export const CommentReply = Type.Object({ comment: Comment }, { description: COMMENT_REPLY })

export const CreateAssetCommentReply = orRefused(answerTo(CreateAssetCommentBody, CommentReply))
export const CreateProjectCommentReply = orRefused(answerTo(CreateProjectCommentBody, CommentReply))
const later = { updated_at: samples.laterMilliseconds }
export const UpdateAssetCommentReply = orRefused(answerTo(UpdateAssetCommentBody, CommentReply, later))
export const UpdateProjectCommentReply = orRefused(answerTo(UpdateProjectCommentBody, CommentReply, later))

export const CommentsReply = Type.Object({ comments: Type.Array(Comment) }, {
  description: 'The comments, oldest first.'
})

FormatRegistry.Set('time-code', isTimeCode)

/** For assets: the comments as markers instead of a list. */
export const AssetCommentsQuery = strict(Type.Object({
  limit: { ...PageQuery.properties.limit, notWith: 'format' },
  cursor: { ...PageQuery.properties.cursor, notWith: 'format' },
  format: Type.Optional(described(
    OneOf(markerFormats),
    'Format of markers for editing programs: `edl` (CMX 3600, as DaVinci Resolve reads it), `fcpxml` (Final Cut Pro), `xmeml` (Premiere Pro, Final Cut Pro 7), `avid` (text for Media Composer), `otio` (OpenTimelineIO) or `csv`. The answer then has the markers instead of the list.',
    'edl'
  )),
  start: Type.Optional(described(
    Type.String({ format: 'time-code', wrongType: STRING_RULE, wrongValue: TIME_CODE_RULE }),
    'Start time code of the markers, which counts the frames of the film, only with `format`. By default, it is the time code of the film, or `00:00:00:00`.',
    '01:00:00:00'
  )),
  for: Type.Optional(described(
    SheetReader,
    'Program that shows the CSV to people. For `excel` the CSV has a byte order mark, and an apostrophe before values that a spreadsheet would run as formulas. Only with `format=csv`.',
    'excel'
  ))
}))

const list = orRefused(CommentsReply)

/** A list as JSON, or markers as text. */
export const AssetCommentsReply = Type.Unsafe<object | string | Readable>({
  pageEndsAt: '12',
  description: 'The comments, oldest first. With `format`: markers, in the order of their times.',
  content: {
    'application/json': { schema: list, examples: { success: { value: { comments: [wholeExample(Comment)] } } } },
    'text/plain': { schema: Type.String({ description: 'CMX 3600: an event for each frame at which comments begin, with their replies. For `avid`: a line for each, with tabs between name, time code, track, colour and note.', examples: ['TITLE: Interview, day 1\r\nFCM: NON-DROP FRAME\r\n'] }) },
    'application/xml': { schema: Type.String({ description: 'FCPXML 1.9 or xmeml 5: a sequence with one clip, and a marker on it for each frame at which comments begin.', examples: ['<?xml version="1.0" encoding="UTF-8"?>\n'] }) },
    [formats.otio.contentType]: { schema: Type.Object({ OTIO_SCHEMA: Type.String() }, { description: 'OpenTimelineIO: the same as JSON.', examples: [{ OTIO_SCHEMA: 'Timeline.1' }] }) },
    'text/csv': { schema: Type.String({ description: 'CSV as in RFC 4180: a row for each comment. Replies follow the comments that they answer. In, Out and Duration are empty without a frame rate.', examples: ['Marker Name,Description,In,Out\r\n'] }) }
  }
})
