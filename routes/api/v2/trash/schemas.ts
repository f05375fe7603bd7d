import { Type } from '@sinclair/typebox'
import { described } from '#src/http/schemas.js'
import { keyOfTrashed } from '#src/trash/list.js'
import { wholeExample } from '../examples.js'
import { Asset, Project, samples } from '../schemas.js'

const text = Type.String()

const Trashed = Type.Object({
  type: described(Type.Unsafe<string>({ type: 'string', enum: ['asset', 'project'] }), 'What it is.', 'asset'),
  asset: Type.Optional(Asset),
  project: Type.Optional(Project),
  trashed_at: described(text, 'When it was put there: ISO 8601, UTC, to the millisecond.', samples.milliseconds),
  purge_at: described(text, 'When it is deleted for good, with what went along.', samples.retentionEnd),
  user_id: described(Type.Integer(), 'Who put it there.', 1),
  count: described(Type.Integer(), 'So many items restoring it brings back: itself, and what went along.', 1)
}, { title: 'Trashed' })

const { asset: _asset, project: _project, type, ...rest } = wholeExample(Trashed) as Record<string, object>

export const TrashReply = Type.Unsafe<object>(Type.Object({ trash: Type.Array(Trashed) }, {
  description: 'A page of the trash bin, newest first.',
  examples: [{ trash: [{ type, asset: { ...wholeExample(Asset), deleted: true }, ...rest }] }],
  pageEndsAt: keyOfTrashed({ trashed_at: samples.milliseconds, id: samples.cohortId })
}))
