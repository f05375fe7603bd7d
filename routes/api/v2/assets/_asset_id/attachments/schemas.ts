import { Type } from '@sinclair/typebox'
import { Attachment } from '#src/attachments/schema.js'
import { Description, described, Name, strict } from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { answerTo, wholeExample } from '../../../examples.js'
import { orRefused } from '../../../schemas.js'
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
