import { Type } from '@sinclair/typebox'
import { TextOrNull } from '#src/http/bounded.js'
import { described, strict } from '#src/http/schemas.js'
import { LONGEST_NAME } from '#src/http/rules.js'
import { idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { Publication, PublicUrl } from '#src/publications/schema.js'
import { answerTo } from '../../../examples.js'
import { orRefused } from '../../../schemas.js'
import { AssetParams } from '../../schemas.js'

export const publicationsTag: Tag = {
  name: 'Publications',
  description: 'Publications say at which URLs an asset was published. `GET /search` finds published assets with `published=true`. Guests do not see them.',
  position: 37
}

export const PublicationParams = Type.Object({
  ...AssetParams.properties, publication_id: described(Type.String(), idOf('publication'), '4')
})

export const PublishBody = strict(Type.Object({
  url: PublicUrl,
  title: Type.Optional(described(TextOrNull(0, LONGEST_NAME), 'Title that it has there, none by default.', 'Interview, full length'))
}))

export const PublicationsReply = Type.Object({ publications: Type.Array(Publication) }, {
  description: 'The publications, in the order in which they were added.'
})

export const PublishReply = orRefused(answerTo(PublishBody, Type.Object({ publication: Publication }, {
  description: 'The publication.'
})))
