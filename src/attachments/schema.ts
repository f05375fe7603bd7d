import { Type } from '@sinclair/typebox'
import { described, Nullable } from '../http/schemas.js'
import { Checksum } from '../media/schema.js'
import { descriptions, idOf } from '../openapi/descriptions.js'
import { samples } from '../openapi/samples.js'

const text = Type.String()

/** An attachment as the API shows it. Guests see none. */
export const Attachment = Type.Object({
  id: described(Type.Integer(), idOf('attachment'), 7),
  filename: described(text, descriptions.filename, 'call-sheet.pdf'),
  description: described(text, descriptions.descriptionOrEmpty, 'Day 3, harbour'),
  content_type: described(text, 'Content type that was sent. If none was sent, it is derived from the file name.', 'application/pdf'),
  size: described(Type.Integer(), descriptions.bytes, 4),
  checksum: described(Nullable(Checksum), descriptions.checksum),
  status: described(
    Type.Unsafe<string>({ type: 'string', enum: ['pending', 'ready'] }),
    'Status of the file. A `pending` attachment is removed if its upload is cancelled or expires.',
    'ready'
  ),
  user_id: described(Type.Integer(), 'Id of the user who attached the file.', 1),
  comment_id: described(Nullable(Type.Integer()), 'Id of the comment that the attachment belongs to.', null),
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  download_url: described(
    Nullable(text),
    'URL to download the file without a key for one hour; null until the file is ready, and in webhooks and exports.',
    `http://127.0.0.1:3000/media/${samples.fileId}?expires=${samples.expires}&user=1&signature=${samples.signature}`
  ),
  download_url_expires_at: described(Nullable(text), descriptions.urlExpiresAt, '2026-01-15T10:31:12.000Z')
}, { title: 'Attachment' })
