import { Type } from '@sinclair/typebox'
import { described, Name, Reference } from '#src/http/schemas.js'
import { AnalysedMediaFile } from '#src/media/schema.js'
import { descriptions } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'

export const mediaTag: Tag = {
  name: 'Media',
  description: 'Media are the files of assets. The service downloads them from a URL or receives them as uploads, and serves them by signed URLs.',
  position: 60
}

export const AttachBody = Type.Object({
  file_url: described(
    Reference, 'URL from which the service downloads the file: http or https.', 'https://files.example.com/interview.mov'
  ),
  filename: described(Name, descriptions.filename, 'interview.mov')
})

export const MediaReply = Type.Object({ media: Type.Array(AnalysedMediaFile) }, { description: 'The files, oldest first.' })
