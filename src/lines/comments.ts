import { listCommentsOf, presentComment, type CommentRow } from '../comments/rows.js'
import type { Sql } from '../database/sql.js'
import type { LoadedItem } from './load.js'

/** Comments that are in memory at the same time: some hundred kilobytes, as each may have 10,000 characters. */
const AT_ONCE = 25

/** The comments of an item as JSON, the oldest first, a few at a time: an item may have fifty megabytes of them. */
export async function * commentsOf (
  sql: Sql, accountId: number, { id, hasComments }: LoadedItem
): AsyncGenerator<string[]> {
  if (!hasComments) return
  for (let after = 0; ;) {
    const rows: CommentRow[] = await sql.all<CommentRow>(listCommentsOf, [id, accountId, after, AT_ONCE])
    if (rows.length > 0) yield rows.map((row) => JSON.stringify(presentComment(row)))
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)!.id
  }
}
