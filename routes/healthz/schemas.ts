import { Type } from '@sinclair/typebox'
import { described } from '../../src/http/schemas.js'
import type { Tag } from '../../src/openapi/tags.js'

export const serviceTag: Tag = { name: 'Service', description: 'These requests check the service itself.', position: 140 }

export const AliveReply = Type.Object({ status: described(Type.String(), 'Always `ok`.', 'ok') }, {
  description: 'The process is alive.'
})
