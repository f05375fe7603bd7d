import { Type } from '@sinclair/typebox'
import { toRowId } from '../basics/ids.js'
import type { ReviewPart, SearchExtension } from '../core/extension.js'
import type { Dialect } from '../database/sql.js'
import { described } from '../http/schemas.js'
import { byValues, choices, rowId } from '../http/search-parameters.js'
import { descriptions } from '../openapi/descriptions.js'
import { approvalStatuses, isCounted, statusAmong, type ApprovalRow } from './rows.js'

type Pair = [userId: number, status: ApprovalRow['status']]

/** Those of an asset `i` that count, as JSON. */
const listOf = (sql: Dialect) => `(SELECT ${sql.name === 'sqlite'
  ? 'json_group_array(json_array(p.user_id, p.status))'
  : 'CAST(json_agg(json_build_array(p.user_id, p.status)) AS text)'} FROM approvals p
    WHERE p.asset_id = i.id AND ${isCounted(sql)})`

const parse = (column: string | null | undefined) => JSON.parse(column ?? '[]') as Pair[]
const statusOfPairs = (asked: readonly Pair[]) => statusAmong(asked.map(([, status]) => status))

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
      : listOf(sql)
  }),
  valuesOf (type, { approvals }) {
    if (type === 'project') return []
    const asked = parse(approvals)
    const waiting = asked.filter(([userId, status]) => userId !== 0 && status === 'pending').map(([userId]) => userId).sort((a, b) => a - b)
    return [
      ['approval', statusOfPairs(asked)],
      ...waiting.map((userId) => ['approval_by', String(userId)] as const)
    ]
  },
  events: ['ASSET_ADDED_APPROVAL', 'ASSET_APPROVED', 'ASSET_REJECTED']
}

/** The status of the approvals of an asset. */
export const approvalReview: ReviewPart = {
  name: 'approval',
  schema: described(Type.String({ enum: [...approvalStatuses] }), 'Status of the approvals of the asset.', 'pending'),
  column: listOf,
  present: (column) => statusOfPairs(parse(column)),
  guests: null
}
