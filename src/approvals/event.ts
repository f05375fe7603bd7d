import type { EventDraft } from '../core/events/record.js'
import { aboutAsset } from '../items/kinds.js'
import type { AssetRow } from '../items/rows.js'
import { presentApproval, type ApprovalRow } from './rows.js'

/** The events of approvals. */

export function requestOf (asset: AssetRow, approval: ApprovalRow): EventDraft {
  const { targets, data } = aboutAsset(asset)
  return {
    event: 'ASSET_ADDED_APPROVAL',
    targets: { ...targets, approval_id: approval.id },
    data: { ...data, approval: presentApproval(approval) }
  }
}

export function decisionOf (asset: AssetRow, approval: ApprovalRow): EventDraft {
  const { targets, data } = aboutAsset(asset)
  const { id, status, link_id: linkId } = approval
  return {
    event: status === 'approved' ? 'ASSET_APPROVED' : 'ASSET_REJECTED',
    targets: { ...targets, approval_id: id, ...linkId !== null && { link_id: linkId } },
    data: { ...data, approval: presentApproval(approval) }
  }
}
