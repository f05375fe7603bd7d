import { Type } from '@sinclair/typebox'
import { described } from '#src/http/schemas.js'
import type { Tag } from '#src/openapi/tags.js'

export const locationsTag: Tag = {
  name: 'Locations',
  description:
    'A location is a folder or a bucket from which files come in, and to which they go out. The operator of the service sets them up; nobody sees where they are.',
  position: 69
}

export const LocationsReply = Type.Object({
  locations: Type.Array(Type.Object({
    name: described(Type.String(), 'Name of the location. No other location of the account has it.', 'ingest'),
    type: described(Type.String({ enum: ['folder', 'bucket'] }), 'Type of the location: `folder` or `bucket`.', 'folder')
  }, { title: 'Location' }))
}, { description: 'The locations of the account.' })
