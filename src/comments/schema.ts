import { Type } from '@sinclair/typebox'
import { Attachment } from '../attachments/schema.js'
import { guestView } from '../core/guest-view.js'
import { described, Nullable } from '../http/schemas.js'
import { descriptions, idOf } from '../openapi/descriptions.js'
import { samples } from '../openapi/samples.js'
import { MOST_PEN_POINTS, tools, WIDTHS } from './drawing.js'

const text = Type.String()

/** The properties of an area. */
export const part = {
  x: described(Type.Number(), 'Distance from the left edge, as a fraction of the picture’s width.', 0.25),
  y: described(Type.Number(), 'Distance from the top edge, as a fraction of the picture’s height.', 0.1),
  width: described(Type.Number(), 'Width, as a fraction of the picture’s width.', 0.5),
  height: described(Type.Number(), 'Height, as a fraction of the picture’s height.', 0.4)
}

export const ShownArea = Type.Object(part, { title: 'Area' })

const Point = Type.Array(Type.Number({ minimum: 0, maximum: 1 }), { minItems: 2, maxItems: 2 })

/** A shape of a drawing. */
export const Shape = Type.Object({
  tool: described(Type.Unsafe<string>({ type: 'string', enum: [...tools] }), 'Kind of shape.', 'arrow'),
  color: described(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }), 'Colour, as `#rrggbb`.', '#e69f00'),
  width: described(Type.Number(WIDTHS), 'Width of the line, as a fraction of the picture’s width.', 0.005),
  points: described(
    Type.Array(Point, { minItems: 1, maxItems: MOST_PEN_POINTS }),
    'Points, as fractions of the picture’s width and height: the path of a `pen`; the two ends of a `line` or an `arrow`, which points at the second; two opposite corners of a `rectangle` or an `ellipse`.',
    [[0.2, 0.3], [0.45, 0.5]]
  )
}, { title: 'Shape', additionalProperties: false })

/** A comment as the API shows it. */
export const Comment = Type.Object({
  id: described(Type.Integer(), idOf('comment'), 12),
  text: described(text, 'Text of the comment.', 'The lower third comes too late'),
  user_id: described(Type.Integer(), 'Id of the author; 0 for a guest.', 1),
  author: described(text, descriptions.author, samples.email),
  guest: described(Type.Boolean(), 'Whether a guest wrote the comment through a link.', false),
  internal: described(Type.Boolean(), 'Whether the comment is hidden from guests.', false),
  reply_to: described(Nullable(Type.Integer()), 'Id of the comment that this comment replies to.', null),
  time: described(Nullable(Type.Number()), descriptions.mediaTime, null),
  duration: described(Nullable(Type.Number()), 'Duration of the commented part, in seconds.', null),
  page: described(Nullable(Type.Integer()), 'Page number in a document.', null),
  area: described(Nullable(ShownArea), 'Commented part of the picture.', null),
  drawing: described(Nullable(Type.Array(Shape)), 'Shapes on the picture; null for none.', null),
  mentions: described(Type.Array(Type.Integer()), 'Ids of the users whom the comment mentions.', []),
  mention_groups: described(Type.Array(Type.Integer()), 'Ids of the user groups that the comment mentions, without deleted ones.', []),
  media_id: described(Nullable(text), 'Id of the file that the asset had when the comment was made; null for none.', null),
  version: described(Nullable(Type.Integer()), 'Number of that file among those of the asset; null for none.', null),
  attachments: described(Type.Array(Attachment), 'Attachments of the comment, oldest first.', []),
  done: described(Type.Boolean(), 'Whether the comment is done.', false),
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  updated_at: described(text, 'When the comment was last changed.', samples.milliseconds)
}, { title: 'Comment' })

/** A comment as guests see it. */
export const commentOfGuests = guestView(Comment, 'SharedComment', [
  'id', 'text', 'user_id', 'author', 'guest', 'internal', 'reply_to', 'time', 'duration', 'page', 'area', 'drawing',
  'version', 'done', 'created_at', 'updated_at'
])
