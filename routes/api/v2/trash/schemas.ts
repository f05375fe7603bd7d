import { Type } from '@sinclair/typebox'
import { described } from '#src/http/schemas.js'
import { descriptions } from '#src/openapi/descriptions.js'
import { keyOfTrashed } from '#src/trash/list.js'
import { wholeExample } from '../examples.js'
import { Asset, Project, samples } from '../schemas.js'

const text = Type.String()

const Trashed = Type.Object({
  type: described(Type.Unsafe<string>({ type: 'string', enum: ['asset', 'project'] }), descriptions.itemType, 'asset'),
  asset: Type.Optional(Asset),
  project: Type.Optional(Project),
  trashed_at: described(text, 'When the item was moved to the trash bin: ISO 8601, in UTC, to the millisecond.', samples.milliseconds),
  purge_at: described(text, 'When the item is deleted permanently, with everything that was trashed with it.', samples.retentionEnd),
  user_id: described(Type.Integer(), 'Id of the user who moved the item to the trash bin.', 1),
  count: described(Type.Integer(), 'Number of items that a restore brings back: the item itself, and everything that was trashed with it.', 1)
}, { title: 'Trashed' })

const { asset: _asset, project: _project, type, ...rest } = wholeExample(Trashed) as Record<string, object>

export const TrashReply = Type.Unsafe<object>(Type.Object({ trash: Type.Array(Trashed) }, {
  description: 'A page of the trash bin, newest first.',
  examples: [{ trash: [{ type, asset: { ...wholeExample(Asset), deleted: true }, ...rest }] }],
  pageEndsAt: keyOfTrashed({ trashed_at: samples.milliseconds, id: samples.cohortId })
}))
