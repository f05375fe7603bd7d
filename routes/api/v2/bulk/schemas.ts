import { Type } from '@sinclair/typebox'
import { OperationList } from '#src/bulk/form.js'
import { described, FailureReply, Flag, strict } from '#src/http/schemas.js'
import type { Tag } from '#src/openapi/tags.js'
import { CreateAssetBody, CreateAssetReply } from '../assets/schemas.js'
import { wholeExample } from '../examples.js'
import { CreateProjectBody, CreateProjectReply } from '../projects/schemas.js'

export const bulkTag: Tag = {
  name: 'Bulk',
  description: 'A bulk makes many changes in one request: either all of them or none, or each independently.',
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
    'Operations, in the order in which they are done: 1 to 1,000 requests that write assets, projects, members, media or custom fields.',
    exampleOperations
  ),
  atomic: Type
    .Optional(described(Flag, 'Whether the first failure undoes all operations. `true` by default.', true)),
  dry_run: Type
    .Optional(described(
      Flag,
      'Whether this is a dry run: it returns the answers, and changes nothing. `false` by default.',
      false
    ))
}))

const Result = Type.Object({
  status: described(Type.Integer(), 'HTTP status that a single request would get.', 200),
  body: described(Type.Unknown(), 'Body that a single request would get.', { ok: 'Asset assigned to project' })
}, { title: 'OperationResult' })

export const BulkReply = described(
  Type.Object({
    results: described(
      Type.Array(Result),
      'Results of the operations, in their order. If an atomic bulk fails, the results end with the failure.',
      exampleResults
    ),
    failed: described(
      Type.Integer(),
      'Number of failed operations: they have a status of 400 or more, an `error`, or `errors` that are not empty.',
      0
    ),
    committed: described(Type.Boolean(), 'Whether the changes were committed.', true)
  }),
  'The results of the operations.'
)

export const TooLargeReply = { ...FailureReply, description: 'The body is larger than 8 MiB.' }
