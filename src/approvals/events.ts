import { Type } from '@sinclair/typebox'
import { also, defineEvents, type FormsOf } from '../core/events/forms.js'
import { GUEST_TARGET } from '../core/events/kinds.js'
import { described } from '../http/schemas.js'
import { ofAsset } from '../items/events.js'
import { descriptions, idOf } from '../openapi/descriptions.js'
import { Approval } from './schema.js'

const ofApproval = also(ofAsset, { approval_id: described(Type.Integer(), idOf('approval'), 3) }, { approval: Approval })

const ofDecision = also(ofApproval, {
  [GUEST_TARGET]: Type.Optional(described(Type.Integer(), descriptions.linkOfGuest, 1))
})

export const approvalEvents = defineEvents({
  ASSET_ADDED_APPROVAL: ofApproval,
  ASSET_APPROVED: ofDecision,
  ASSET_REJECTED: ofDecision
})

declare module '../core/events/forms.js' {
  interface EventForms extends FormsOf<typeof approvalEvents> {}
}
