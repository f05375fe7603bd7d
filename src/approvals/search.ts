import { toRowId } from '../basics/ids.js'
import type { SearchExtension } from '../core/extension.js'
import { byValues, choices, rowId } from '../http/search-parameters.js'
import { descriptions } from '../openapi/descriptions.js'
import { approvalStatuses, statusOf, type ApprovalRow } from './rows.js'

/** Finds assets by the status of their approvals, and by the users they wait for. */
export const approvalSearch: SearchExtension = {
  filters: {
    approval: byValues(choices(
      approvalStatuses,
      `Status of the approvals of an asset. Projects have none. ${descriptions.oneMustMatch}`,
      ['pending']
    ), (statuses) => statuses),
    approval_by: byValues(
      rowId('Id of a user, to find the assets that wait for the approval of this user.', 2), (id) => [String(toRowId(id))]
    )
  },
  columns: (sql, type) => ({
    approvals: type === 'project'
      ? 'NULL'
      : `(SELECT ${sql.name === 'sqlite'
        ? 'json_group_array(json_array(p.user_id, p.status))'
        : 'CAST(json_agg(json_build_array(p.user_id, p.status)) AS text)'} FROM approvals p WHERE p.asset_id = i.id)`
  }),
  valuesOf (type, { approvals }) {
    if (type === 'project') return []
    const asked = JSON.parse(approvals ?? '[]') as Array<[userId: number, status: ApprovalRow['status']]>
    const waiting = asked.filter(([, status]) => status === 'pending').map(([userId]) => userId).sort((a, b) => a - b)
    return [
      ['approval', statusOf(asked.map(([, status]) => ({ status })))],
      ...waiting.map((userId) => ['approval_by', String(userId)] as const)
    ]
  },
  events: ['ASSET_ADDED_APPROVAL', 'ASSET_APPROVED', 'ASSET_REJECTED']
}
