import { statement } from '../../database/sql.js'
import type { Holder } from '../../media/loose-files.js'

/** $1 upload, $2 account */
const setCome = statement('link_uploads_come', () =>
  'UPDATE link_uploads SET has_come = TRUE WHERE upload_id = $1 AND account_id = $2')

/** What guests send belongs to a drop folder. It counts for its link for good when all of its bytes have come. */
export const guestFilesHolder: Holder = {
  lock: async () => null,
  mayAdd: async () => null,
  async arrived ({ sql, caller }, fileId) {
    await sql.run(setCome, [fileId, caller.accountId])
  }
}
