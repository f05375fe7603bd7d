import type { Sql } from '../database/sql.js'
import type { Size } from '../work/pieces/fitting.js'
import { assetKind, projectKind } from './kinds.js'

/** The sizes of assets and projects with their values, in the order of the ids. A missing item has none: 0. */
export async function sizesOf (sql: Sql, accountId: number, ids: readonly string[]): Promise<Size[]> {
  const bytes = new Map<string, number>()
  for (const { statements } of [assetKind, projectKind]) {
    for (const size of await sql.all(statements.sizes, [accountId, JSON.stringify(ids)])) {
      bytes.set(size.id, size.bytes)
    }
  }
  return ids.map((id) => ({ id, bytes: bytes.get(id) ?? 0 }))
}
