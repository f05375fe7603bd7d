import { statusOf, type ApprovalRow } from '../approvals/rows.js'
import type { ItemType } from './entry.js'
import type { SourceRow } from './load.js'
import type { ExactKind } from './terms.js'

/**
 * The terms for approvals and favorites: the approval status of an asset, the users it waits for, and the users whose
 * favorite an item is.
 */
export function reviewTerms (
  type: ItemType, { approvals, favorites }: Pick<SourceRow, 'approvals' | 'favorites'>
): ReadonlyArray<readonly [kind: ExactKind, value: string]> {
  const asked = JSON.parse(approvals ?? '[]') as Array<[userId: number, status: ApprovalRow['status']]>
  const marked = JSON.parse(favorites ?? '[]') as number[]
  const waiting = asked.filter(([, status]) => status === 'pending').map(([userId]) => userId)
  return [
    ...type === 'asset' ? [['approval', statusOf(asked.map(([, status]) => ({ status })))] as const] : [],
    ...inOrder(waiting).map((userId) => ['approval_by', userId] as const),
    ...inOrder(marked).map((userId) => ['favorite', userId] as const)
  ]
}

function inOrder (ids: readonly number[]): string[] {
  return [...ids].sort((a, b) => a - b).map(String)
}
