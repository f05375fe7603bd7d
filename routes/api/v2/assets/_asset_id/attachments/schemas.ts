import { Type } from '@sinclair/typebox'
import { Description, described, Name, Nullable, strict } from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { answerTo, wholeExample } from '../../../examples.js'
import { orRefused, samples } from '../../../schemas.js'
import { Checksum } from '../media/schemas.js'
import { uploadParameters, uploadProperties } from '../uploads/schemas.js'

export const attachmentsTag: Tag = {
  name: 'Attachments',
  description: 'Attachments are files beside an asset or a project, such as call sheets, release forms and scripts. They can belong to a comment. Guests do not see them.',
  position: 33
}

const text = Type.String()

const filename = described(Name, descriptions.filename, 'call-sheet.pdf')

const description = described(Description, 'Description of the attachment.', 'Day 3, harbour')

export const AttachmentParams = { attachment_id: described(text, idOf('attachment'), '7') }

/** `maxBytes` bounds the size of the file. */
export function NewAttachmentBody (maxBytes: number) {
  const { size, content_type: contentType, sha256 } = uploadParameters(maxBytes)
  return strict(Type.Object({
    filename,
    size,
    description: Type.Optional(description),
    content_type: Type.Optional(described(contentType, descriptions.sentContentType, 'application/pdf')),
    sha256
  }))
}

export const UpdateAttachmentBody = strict(Type.Object({
  filename: Type.Optional(described(Name, 'New name of the file.', 'call-sheet-2.pdf')),
  description: Type.Optional(described(Description, descriptions.replacesDescription, 'Day 4, harbour'))
}))

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

const { url, ...uploadRest } = uploadProperties

const ShownUpload = Type.Object({
  id: uploadRest.id,
  url: Type.Optional({ ...url, description: `${url.description} ${descriptions.onlyHere}` }),
  expires_at: uploadRest.expires_at
}, { title: 'AttachmentUpload' })

export const NewAttachmentReply = orRefused(described(
  Type.Object({ attachment: Attachment, upload: ShownUpload }),
  'The attachment, and the upload to send its file to.',
  {
    attachment: {
      ...wholeExample(Attachment), checksum: null, status: 'pending', download_url: null, download_url_expires_at: null
    },
    upload: wholeExample(ShownUpload)
  }
))

export const UpdateAttachmentReply = answerTo(UpdateAttachmentBody, Type.Object({ attachment: Attachment }, {
  description: 'The attachment after the update.'
}))

export const AttachmentsReply = Type.Object({ attachments: Type.Array(Attachment) }, {
  description: 'The attachments, newest first.'
})
