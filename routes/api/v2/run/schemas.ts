import { Type } from '@sinclair/typebox'
import { formRules } from '#src/actions/definitions/form.js'
import { endings, LARGEST_RESULT } from '#src/actions/reports/report.js'
import { HandedOut, Run, RunStep } from '#src/actions/runs/schema.js'
import { OperationList } from '#src/bulk/form.js'
import { numberBetween } from '#src/http/bounded.js'
import { isHash } from '#src/http/hashes.js'
import { described, OneOf, Ruled, strict, TextUpTo } from '#src/http/schemas.js'
import { descriptions } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { BulkReply } from '../bulk/schemas.js'
import { Asset, Project } from '../schemas.js'

export const runTag: Tag = {
  name: 'Steps of runs',
  description:
    'These requests are for programs that do the steps of runs. A step is handed out with a token, which the program sends as `Authorization: Bearer <token>`. It reaches nothing else, and ends with the attempt.',
  position: 107
}

const LONGEST_TEXT = 1000

const object = Type.Object({}, { additionalProperties: true })

export const HandOutReply = Type.Object({
  run: Run,
  step: HandedOut,
  item: described(
    Type.Object({
      type: described(Type.String({ enum: ['asset', 'project'] }), descriptions.itemType, 'asset'),
      asset: Type.Optional(Asset),
      project: Type.Optional(Project),
      custom_fields: described(Type.Array(object), 'Values of its custom fields, by field group.'),
      media: described(Type.Array(object), 'Its files, with URLs.')
    }, { title: 'RunItem', additionalProperties: true }),
    'The item as it is in an export, and with URLs of its files. Comments, attachments or publications of more than 1 MiB are left out.'
  )
}, { description: 'The step and its item.' })

const reported = { status: 'running', progress: 0.5, message: 'Reading the sound' }

export const ReportBody = strict(Type.Object({
  status: Type.Optional(described(
    OneOf(endings), '`running`, the default: the step goes on. `completed` and `failed` end it.', 'running'
  )),
  progress: Type.Optional(described(numberBetween(0, 1), 'From 0 to 1.', 0.5)),
  message: Type.Optional(described(TextUpTo(LONGEST_TEXT), 'A line for the log of the run.', 'Reading the sound')),
  error: Type.Optional(described(TextUpTo(LONGEST_TEXT), 'Why the step has failed.', 'The sound cannot be read')),
  result: Type.Optional(described(
    Type.Unsafe<object>(Ruled(object, (sent) => isHash(sent) ? undefined : formRules.values)),
    `Result of a completed step, of at most ${LARGEST_RESULT} bytes: the steps after it get it.`,
    { words: 812 }
  )),
  operations: Type.Optional(described(
    OperationList,
    'Operations on the item of the run, as in a bulk: its properties, its custom fields, and new media, uploads, attachments, comments and publications. Either all are done, with the report, or none, and the step goes on.',
    [{ method: 'POST', path: '/api/v2/assets/018f6f9e-7d2a-7c3b-9a41-5b6c7d8e9f00/comments', body: { text: 'Transcribed' } }]
  ))
}, { examples: [reported] }))

const { results, failed } = BulkReply.properties

export const ReportReply = Type.Object({
  run: Run,
  step: RunStep,
  results: { ...results, description: 'Results of the operations, in their order. If one fails, they end with the failure.', examples: [[]] },
  failed,
  committed: described(Type.Boolean(), 'Whether the report was taken: not if an operation has failed.', true)
}, { description: 'The run and the step after the report.' })
