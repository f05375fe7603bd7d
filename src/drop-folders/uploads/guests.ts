import { statement, type Sql } from '../../database/sql.js'
import type { DropFolderRow } from '../definitions/rows.js'

/** $1 link, $2 account: whether its maker is disabled */
const findLink = statement<{ disabled: boolean | number }>('arrivals_link', () => `
  SELECT maker.disabled_at IS NOT NULL AS disabled FROM links AS l JOIN users AS maker ON maker.id = l.user_id
  WHERE l.id = $1 AND l.account_id = $2`)

/**
 * Whether the guest of a link may still send what has begun. When a link expires it may end; a link that is removed
 * takes its uploads along.
 */
export async function mayGuestAdd (sql: Sql, folder: DropFolderRow, linkId: number): Promise<boolean> {
  if (!folder.is_public) return false
  const link = await sql.first(findLink, [linkId, folder.account_id])
  return link === undefined || !link.disabled
}
