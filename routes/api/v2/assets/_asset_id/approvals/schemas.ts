import { Kind, Type, TypeRegistry } from '@sinclair/typebox'
import { MOST_APPROVALS } from '#src/approvals/approvals.js'
import { approvalStatuses, decisions } from '#src/approvals/rows.js'
import { described, Nullable, OneOf, strict, TextUpTo } from '#src/http/schemas.js'
import type { Tag } from '#src/openapi/tags.js'
import { answerTo } from '../../../examples.js'
import { orRefused, samples } from '../../../schemas.js'
import { AssetParams } from '../../schemas.js'

export const approvalsTag: Tag = {
  name: 'Approvals',
  description: 'Who has to find an asset good, and whether they do. Another file makes all of them pending again.',
  position: 34
}

const LONGEST_TEXT = 10_000
const LIST_RULE = 'Must be an array of Integer'

const text = Type.String()

const isIdList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((id) => Number.isSafeInteger(id) || typeof id === 'bigint')
const isCounted = ({ length }: { readonly length: number }) => length >= 1 && length <= MOST_APPROVALS

TypeRegistry.Set('UserIds', (_schema, value) => isIdList(value) && isCounted(value))

const UserIds = Type.Unsafe<Array<number | bigint>>({
  [Kind]: 'UserIds',
  type: 'array',
  items: { type: 'integer' },
  minItems: 1,
  maxItems: MOST_APPROVALS,
  wrongType: LIST_RULE,
  ruleOf: (value: unknown) =>
    isIdList(value) && !isCounted(value) ? `${LIST_RULE} of 1 to ${MOST_APPROVALS} elements` : undefined
})

export const ApprovalParams = Type.Object({
  ...AssetParams.properties, approval_id: described(text, 'Id of the approval.', '5')
})

export const AskBody = strict(Type.Object({
  user_ids: described(UserIds, 'Users who see the asset: GET /users. Who was asked before is not asked again.', [2]),
  text: Type.Optional(described(TextUpTo(LONGEST_TEXT), 'What they are asked.', 'Is the music all right?'))
}))

export const DecideBody = strict(Type.Object({
  status: described(OneOf(decisions), 'What you think.', 'approved'),
  text: Type.Optional(described(TextUpTo(LONGEST_TEXT), 'Why.', 'It is'))
}))

export const Approval = Type.Object({
  id: described(Type.Integer(), 'Id of the approval.', 5),
  user_id: described(Type.Integer(), 'Who was asked.', 2),
  asked_by: described(Type.Integer(), 'Who has asked.', 1),
  status: described(Type.String({ enum: ['pending', ...decisions] }), 'What the user thinks.', 'pending'),
  text: described(
    Nullable(text), 'What the user was asked, while it is pending; what came with the decision, afterwards.', null
  ),
  created_at: described(text, 'ISO 8601, UTC, to the millisecond.', samples.milliseconds),
  decided_at: described(Nullable(text), 'When the user decided; null while it is pending.', null)
}, { title: 'Approval' })

export const ApprovalsReply = Type.Object({
  approvals: described(Type.Array(Approval), 'In the order in which they were asked.'),
  status: described(
    Type.String({ enum: [...approvalStatuses] }),
    '`none` where nobody was asked, `rejected` where one has, `pending` where one waits, `approved` where all have.',
    'pending'
  )
}, { description: 'The approvals, and how the asset stands.' })

export const AskReply = orRefused(ApprovalsReply)

export const ApprovalReply = Type.Object({ approval: Approval }, { description: 'The approval.' })

export const DecideReply = answerTo(DecideBody, ApprovalReply, { decided_at: samples.laterMilliseconds })
