import { Type, type Static } from '@sinclair/typebox'
import { LONGEST_QUEUE } from '#src/actions/definitions/steps.js'
import { HandedOut, Run, RunLogLine, runStatuses, RunStep } from '#src/actions/runs/schema.js'
import { PageQuery } from '#src/http/list.js'
import { isTextBetween } from '#src/http/rules.js'
import {
  described, Nullable, OneOf, Ruled, strict, Text, wholeNumberBetween, WholeNumberText
} from '#src/http/schemas.js'
import { idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { Asset, orRefused, Project, samples } from '../schemas.js'

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

const MOST_QUEUES = 20
const LONGEST_WAIT_S = 60
const QUEUES_RULE = `Must be an array of 1 to ${MOST_QUEUES} queues`

const queuesShown = Type.Array(Type.String(), { minItems: 1, maxItems: MOST_QUEUES })

const areQueues = (sent: unknown): boolean => Array.isArray(sent) && sent.length >= 1 && sent.length <= MOST_QUEUES &&
  sent.every((queue) => isTextBetween(queue, 1, LONGEST_QUEUE))

export const ClaimBody = strict(Type.Object({
  queues: described(
    Type.Unsafe<string[]>(Ruled(queuesShown, (sent) => areQueues(sent) ? undefined : QUEUES_RULE)),
    `Names of 1 to ${MOST_QUEUES} queues, each of up to ${LONGEST_QUEUE} characters.`,
    ['speech']
  ),
  wait: Type.Optional(described(
    wholeNumberBetween(0, LONGEST_WAIT_S), 'Number of seconds to wait for a step if there is none.', 30
  ))
}))

export type SentClaim = Static<typeof ClaimBody>

export const ClaimReply = Type.Object({
  claim: described(
    Nullable(Type.Object({
      token: described(Type.String(), 'Token for `GET` and `POST /run`, in `Authorization: Bearer <token>`.', `${samples.cohortId}.1.${samples.signature}`),
      run: Run,
      step: HandedOut,
      asset: Type.Optional(Asset),
      project: Type.Optional(Project)
    }, { title: 'Claim' })),
    'The step; null if there is none.'
  )
}, { description: 'The step that was handed out.' })

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
