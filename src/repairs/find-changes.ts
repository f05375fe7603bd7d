import { statement, type Sql } from '../database/sql.js'

/** Numbers per read. */
const PAGE = 5000

/** $1 account */
const newest = statement('repairs_newest_change', () => `
  SELECT CAST(COALESCE(MAX(number), 0) AS double precision) AS number FROM changes WHERE account_id = $1`)

/** $1 account, $2 this number or a later one */
const entryAt = statement('repairs_entry_at', () => `
  SELECT entry_id FROM changes WHERE account_id = $1 AND number >= $2 ORDER BY number LIMIT 1`)

/** $1 account, $2 from this number, $3 up to before that one */
const entriesBetween = statement(
  'repairs_entries_between',
  () => 'SELECT entry_id FROM changes WHERE account_id = $1 AND number >= $2 AND number < $3'
)

export async function newestNumber (sql: Sql, accountId: number): Promise<number> {
  return (await sql.first<{ number: number }>(newest, [accountId]))!.number
}

/**
 * Finds the entries of an account that have no change up to a number. `ids` are in order. The id of an entry tells
 * about where its change is: the search begins there and widens. So only an entry without a change costs a look at all
 * changes, and this needs no index.
 */
export async function findUnnumbered (
  sql: Sql, accountId: number, ids: readonly string[], upTo: number, onPage: () => void
): Promise<string[]> {
  const wanted = new Set(ids)
  const start = await placeOf(sql, accountId, ids[0]!, upTo)

  async function lookBetween (from: number, to: number): Promise<void> {
    onPage()
    for (const { entry_id: id } of await sql.all<{ entry_id: string }>(entriesBetween, [accountId, from, to])) {
      wanted.delete(id)
    }
  }

  for (let up = start, down = start; wanted.size > 0 && (up <= upTo || down > 1);) {
    if (up <= upTo) {
      await lookBetween(up, up + PAGE)
      up += PAGE
    }
    if (wanted.size > 0 && down > 1) {
      await lookBetween(Math.max(1, down - PAGE), down)
      down -= PAGE
    }
  }
  return [...wanted]
}

/** About the number of the first change whose entry has this id or a later one: they are not quite in this order. */
async function placeOf (sql: Sql, accountId: number, id: string, upTo: number): Promise<number> {
  let low = 1
  let high = upTo + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await sql.first<{ entry_id: string }>(entryAt, [accountId, middle])
    if (row !== undefined && row.entry_id < id) low = middle + 1
    else high = middle
  }
  return low
}
