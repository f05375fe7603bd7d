import { Type } from '@sinclair/typebox'
import { described, Name, OneOf, Reference, strict } from '#src/http/schemas.js'
import { keepable } from '#src/media/remove-file.js'
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

const keep = (description: string) => Type.Optional(described(OneOf(keepable), description, 'previews'))

export const RemovalBody = strict(Type.Object({
  keep: keep('The part of the file that is kept: `previews`, with proxies and metadata, or `nothing`. It takes precedence over `keep` in the query. One of them is required.')
}))
export const RemovalQuery = strict(Type.Object({ keep: keep('The part that is kept, if the body does not have it.') }))

export const MediaReply = Type.Object({ media: Type.Array(AnalysedMediaFile) }, { description: 'The files, oldest first.' })
