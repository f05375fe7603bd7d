import { Type } from '@sinclair/typebox'
import { OperationList } from '#src/bulk/form.js'
import { described, FailureReply, Flag, strict } from '#src/http/schemas.js'
import type { Tag } from '#src/openapi/tags.js'
import { CreateAssetBody, CreateAssetReply } from '../assets/schemas.js'
import { wholeExample } from '../examples.js'
import { CreateProjectBody, CreateProjectReply } from '../projects/schemas.js'

export const bulkTag: Tag = {
  name: 'Bulk',
  description: 'Many changes in one request: all of them or none, or each for itself.',
  position: 90
}

const exampleOperations = [
  { method: 'POST', path: '/api/v2/projects', body: wholeExample(CreateProjectBody) },
  { method: 'POST', path: '/api/v2/assets', body: wholeExample(CreateAssetBody) },
  { method: 'POST', path: '/api/v2/assets/{{1.asset.id}}/assign', body: { to_project_id: '{{0.project.id}}' } }
]

const exampleResults = [wholeExample(CreateProjectReply), wholeExample(CreateAssetReply), {
  ok: 'Asset assigned to project'
}]
  .map((body) => ({ status: 200, body }))

export const BulkBody = strict(Type.Object({
  operations: described(
    OperationList,
    'What is to be done, in this order: 1 to 1,000 requests that write assets, projects, members, media or custom fields.',
    exampleOperations
  ),
  atomic: Type
    .Optional(described(Flag, 'Whether the first one that fails undoes all. `true` if it is not sent.', true)),
  dry_run: Type
    .Optional(described(
      Flag,
      'Whether nothing is to stay: the answers tell what would be done. `false` if it is not sent.',
      false
    ))
}))

const Result = Type.Object({
  status: described(Type.Integer(), 'Status that the request on its own would be answered with.', 200),
  body: described(Type.Unknown(), 'Body that it would be answered with.', { ok: 'Asset assigned to project' })
}, { title: 'OperationResult' })

export const BulkReply = described(
  Type.Object({
    results: described(
      Type.Array(Result),
      'What came of each operation, in their order. Of an atomic bulk that failed, those up to the failure.',
      exampleResults
    ),
    failed: described(
      Type.Integer(),
      'How many have failed: by a status of 400 or more, an `error`, or `errors` that are not empty.',
      0
    ),
    committed: described(Type.Boolean(), 'Whether what was done is there to stay.', true)
  }),
  'What came of the operations.'
)

export const TooLargeReply = { ...FailureReply, description: 'The body is larger than 8 MiB.' }
