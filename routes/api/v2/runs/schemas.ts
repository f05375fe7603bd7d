import { Type } from '@sinclair/typebox'
import { Run, RunLogLine, runStatuses, RunStep } from '#src/actions/runs/schema.js'
import { PageQuery } from '#src/http/list.js'
import { described, OneOf, strict, Text, WholeNumberText } from '#src/http/schemas.js'
import { idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { orRefused, samples } from '../schemas.js'

export const runsTag: Tag = {
  name: 'Runs',
  description:
    'A run does the steps of an action for one asset or project. Who sees the item sees its runs. Runs are kept for 30 days after their end.',
  position: 106
}

export const RunParams = Type.Object({ run_id: described(Type.String(), idOf('run'), samples.cohortId) })

export const RunsQuery = strict(Type.Object({
  ...PageQuery.properties,
  action_id: Type.Optional(described(WholeNumberText, idOf('action'), 1)),
  status: Type.Optional(described(OneOf(runStatuses), 'State of the runs.', 'running')),
  asset_id: Type.Optional(described(Text, idOf('asset'), samples.assetId)),
  project_id: Type.Optional(described(Text, idOf('project'), samples.projectId)),
  batch: Type.Optional(described(Text, 'Id of the request that started them.', samples.cohortId))
}))

export const BatchQuery = strict(Type.Object({
  batch: Type.Optional(described(Text, 'Id of the request that started the runs. It is required.', samples.cohortId))
}))

export const RunsReply = Type.Object({ runs: Type.Array(Run) }, { description: 'The runs, the newest first.' })

export const WholeRunReply = Type.Object({
  run: Run,
  steps: described(Type.Array(RunStep), 'Its steps, in the order of the action; none before it begins.'),
  log: described(Type.Array(RunLogLine), 'The last 1,000 lines of its log.')
}, { description: 'The run with its steps and its log.' })

export const RetryReply = orRefused(Type.Object({ run: Run }, { description: 'The new run.' }))

export const StartedReply = orRefused(Type.Object({
  batch: described(Type.String(), 'Id of this start. `GET /runs` and `DELETE /runs` take it.', samples.cohortId),
  run_ids: described(Type.Array(Type.String()), 'Ids of the runs, one for each item.', [samples.cohortId]),
  skipped: described(Type.Integer(), 'Number of items without a run: they do not match the filter of the action, or were found and your role is too low.', 0)
}, { description: 'The runs that were made. They begin as soon as fewer than `parallel` are under way.' }))
