import type { Sql } from '../database/sql.js'
import { assetKind, projectKind, type ItemKind } from '../items/kinds.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import { itemTypeOf, type ChangeRow } from './rows.js'

/** So many items are read by one statement. */
const ITEMS_PER_READ = 50

/** What a change is about, as it is now, as JSON: `null` where it is deleted, or where the change is about no item. */
export type ItemsNow = (row: ChangeRow) => string

/**
 * Reads items for as long as they are no larger than so many characters in all. `rows` are the changes, from the first,
 * for which it was enough.
 */
export async function readItems (
  sql: Sql, accountId: number, rows: readonly ChangeRow[], room: number
): Promise<{ itemOf: ItemsNow, rows: readonly ChangeRow[] }> {
  const found = new Map<string, string>()
  let used = 0
  let done = 0
  while (done < rows.length && (done === 0 || used < room)) {
    const next = rows.slice(done, done + ITEMS_PER_READ)
    used += await read(assetKind, sql, accountId, next, found)
    used += await read(projectKind, sql, accountId, next, found)
    done += next.length
  }
  return { itemOf: (row) => found.get(idOf(row) ?? '') ?? 'null', rows: rows.slice(0, done) }
}

/** Adds what is not known yet. Returns how many characters it is. */
async function read<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, sql: Sql, accountId: number, rows: readonly ChangeRow[], found: Map<string, string>
): Promise<number> {
  const ids =
    new Set(rows.filter((row) => itemTypeOf(row) === kind.type).map((row) => idOf(row)!).filter((id) => !found.has(id)))
  if (ids.size === 0) return 0
  let characters = 0
  for (const item of await sql.all<Row>(kind.statements.findList, [accountId, JSON.stringify([...ids])])) {
    const text = `{"type":"${kind.type}","${kind.type}":${JSON.stringify(kind.present(item))}}`
    found.set(item.id, text)
    characters += text.length
  }
  return characters
}

function idOf (row: ChangeRow): string | null {
  return row.asset_id ?? row.project_id
}
