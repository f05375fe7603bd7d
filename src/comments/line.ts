import { withAttachments } from '../attachments/of-comments.js'
import type { LinePart } from '../core/extension.js'
import { writeComment } from './present.js'
import { listCommentsOf, type CommentRow } from './rows.js'

/** Comments that are in memory at the same time: a few megabytes, as each may have 10,000 characters and a drawing. */
const AT_ONCE = 25

/** The comments of an item in exports, the oldest first. */
export const commentLine: LinePart = {
  name: 'comments',
  isThere: (item) => `EXISTS (SELECT 1 FROM comments AS c WHERE c.item_id = ${item})`,
  async * read (sql, accountId, itemId) {
    for (let after = 0; ;) {
      const rows: CommentRow[] = await sql.all(listCommentsOf, [itemId, accountId, after, AT_ONCE])
      if (rows.length > 0) yield (await withAttachments(sql, accountId, itemId, rows)).map((row) => writeComment(row))
      if (rows.length < AT_ONCE) return
      after = rows.at(-1)!.id
    }
  }
}
