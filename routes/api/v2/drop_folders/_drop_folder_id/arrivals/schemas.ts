import { Type } from '@sinclair/typebox'
import { arrivalStatuses } from '#src/drop-folders/arrivals/statuses.js'
import { Arrival } from '#src/drop-folders/schema.js'
import { PageQuery } from '#src/http/list.js'
import { described, OneOf, strict } from '#src/http/schemas.js'
import { idOf } from '#src/openapi/descriptions.js'
import { samples } from '../../../schemas.js'
import { DropFolderParams } from '../../schemas.js'

export const ArrivalParams = Type.Object({
  ...DropFolderParams.properties, arrival_id: described(Type.String(), idOf('arrival'), samples.fileId)
})

export const ArrivalsQuery = strict(Type.Object({
  status: Type.Optional(described(OneOf(arrivalStatuses), 'Status of the arrivals to list.', 'failed')),
  ...PageQuery.properties
}))

export const ArrivalsReply = Type.Object({ arrivals: Type.Array(Arrival) }, {
  description: 'The arrivals that you see, newest first.'
})
