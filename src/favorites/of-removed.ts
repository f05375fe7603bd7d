import { groupBy } from '../basics/group-by.js'
import type { ReleaseOfRemoved } from '../core/release.js'
import { statement } from '../database/sql.js'

const AT_ONCE = 200

interface MarkedRow {
  readonly item_type: string
  readonly item_id: string
}

/** $1 user, $2 account */
const firstOnes = statement<MarkedRow>('favorites_first_of_user', () => `
  SELECT item_type, item_id FROM favorites WHERE user_id = $1 AND account_id = $2 ORDER BY item_type, item_id
    LIMIT ${AT_ONCE}`)

/** $1 user, $2 account, $3 JSON list of ids, $4 type */
const removeSome = statement('favorites_remove_of_user', (sql) => `
  DELETE FROM favorites WHERE ${sql.among('item_id', sql.strings('$3'))} AND item_type = $4 AND user_id = $1
    AND account_id = $2`)

/** Removes the marks of a removed user. The index forgets them, too. */
export const favoritesOfRemoved: ReleaseOfRemoved = {
  async inPieces ({ sql, caller: { accountId }, touch }, { id: userId }) {
    const rows = await sql.all(firstOnes, [userId, accountId])
    for (const [type, marked] of groupBy(rows, (row) => row.item_type)) {
      const ids = marked.map((row) => row.item_id)
      await sql.run(removeSome, [userId, accountId, JSON.stringify(ids), type])
      if (type === 'asset' || type === 'project') for (const id of ids) touch(type, id)
    }
    return rows.length
  }
}
