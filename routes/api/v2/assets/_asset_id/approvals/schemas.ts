import { Type } from '@sinclair/typebox'
import { MOST_APPROVALS } from '#src/approvals/approvals.js'
import { approvalStatuses } from '#src/approvals/rows.js'
import { Approval, decisions } from '#src/approvals/schema.js'
import { wholeNumbers } from '#src/http/bounded.js'
import { described, OneOf, strict, TextUpTo } from '#src/http/schemas.js'
import { idOf } from '#src/openapi/descriptions.js'
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
  status: described(OneOf([...decisions, 'pending'] as const), 'Your decision; `pending` takes it back.', 'approved'),
  text: Type.Optional(described(TextUpTo(LONGEST_TEXT), 'Comment on the decision.', 'It is'))
}))

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
