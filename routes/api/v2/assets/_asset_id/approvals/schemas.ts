import { Type } from '@sinclair/typebox'
import { MOST_APPROVALS } from '#src/approvals/approvals.js'
import { approvalStatuses, decisions } from '#src/approvals/rows.js'
import { wholeNumbers } from '#src/http/bounded.js'
import { described, Nullable, OneOf, strict, TextUpTo } from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { answerTo } from '../../../examples.js'
import { orRefused, samples } from '../../../schemas.js'
import { AssetParams } from '../../schemas.js'

export const approvalsTag: Tag = {
  name: 'Approvals',
  description: 'Users ask other users to approve an asset. When the file of the asset is replaced, all its approvals become pending again.',
  position: 34
}

const LONGEST_TEXT = 10_000

const text = Type.String()

export const ApprovalParams = Type.Object({
  ...AssetParams.properties, approval_id: described(text, idOf('approval'), '5')
})

export const AskBody = strict(Type.Object({
  user_ids: described(wholeNumbers(1, MOST_APPROVALS), 'Ids of users who see the asset (see `GET /users`). Users who were asked before are not asked again.', [2]),
  text: Type.Optional(described(TextUpTo(LONGEST_TEXT), 'Question to the users.', 'Is the music all right?'))
}))

export const DecideBody = strict(Type.Object({
  status: described(OneOf(decisions), 'Your decision.', 'approved'),
  text: Type.Optional(described(TextUpTo(LONGEST_TEXT), 'Comment on the decision.', 'It is'))
}))

export const Approval = Type.Object({
  id: described(Type.Integer(), idOf('approval'), 5),
  user_id: described(Type.Integer(), 'Id of the user who was asked.', 2),
  asked_by: described(Type.Integer(), 'Id of the user who asked for the approval.', 1),
  status: described(Type.String({ enum: ['pending', ...decisions] }), 'Decision of the user, or `pending`.', 'pending'),
  text: described(
    Nullable(text), 'Question to the user while the approval is pending, afterwards the comment on the decision.', null
  ),
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  decided_at: described(Nullable(text), 'When the user decided; null while the approval is pending.', null)
}, { title: 'Approval' })

export const ApprovalsReply = Type.Object({
  approvals: described(Type.Array(Approval), 'Approvals, in the order of the requests.'),
  status: described(
    Type.String({ enum: [...approvalStatuses] }),
    'Status of all approvals together: `none` if nobody was asked; `rejected` if one user has rejected; otherwise `pending` if one is pending; `approved` if all users have approved.',
    'pending'
  )
}, { description: 'The approvals, and the status of all together.' })

export const AskReply = orRefused(ApprovalsReply)

export const ApprovalReply = Type.Object({ approval: Approval }, { description: 'The approval.' })

export const DecideReply = answerTo(DecideBody, ApprovalReply, { decided_at: samples.laterMilliseconds })
