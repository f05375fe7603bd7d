import { LARGEST_ROW_ID } from '../basics/ids.js'
import type { LinePart } from '../core/extension.js'
import {
  findAttachment, listAttachments, presentAttachment
} from './rows.js'

/** More than an item has. */
const ALL = 1000

/** The attachments of an item in exports, the newest first, without URLs. */
export const attachmentLine: LinePart = {
  name: 'attachments',
  isThere: (item) => `EXISTS (SELECT 1 FROM attachments AS a WHERE a.item_id = ${item})`,
  async * read (sql, accountId, itemId) {
    const rows = await sql.all(listAttachments, [itemId, accountId, LARGEST_ROW_ID, ALL])
    for (const { description, ...row } of rows) {
      const whole = description === null
        ? await sql.first(findAttachment, [row.id, itemId, accountId])
        : { ...row, description }
      if (whole !== undefined) yield [JSON.stringify(presentAttachment(whole, null))]
    }
  }
}
