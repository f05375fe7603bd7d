import type { Sql } from '../database/sql.js'
import { placesOfAssets, projectsUpwards, type Placed } from '../items/tree.js'
import type { ChangeRow } from './rows.js'

/**
 * The changes that concern what is in one of some projects, at any depth: what is there now, what was there when it
 * happened, and what was put in or taken out. The projects themselves are left out.
 */
export async function keepWithin (
  sql: Sql, accountId: number, rows: readonly ChangeRow[], within: ReadonlySet<string>
): Promise<ChangeRow[]> {
  const assetIds = [...new Set(rows.flatMap(({ asset_id: id }) => id ?? []))]
  const assets = await readPlaces(sql, placesOfAssets, accountId, assetIds)
  const named = rows.map((row) => placesOf(row, assets))
  const subjects = rows.flatMap((row) => row.asset_id === null ? row.project_id ?? [] : [])
  const parents = await readPlaces(sql, projectsUpwards, accountId, [...new Set([...named.flat(), ...subjects])])

  const known = new Map<string, boolean>()
  const isInside = (start: string): boolean => {
    const line: string[] = []
    let id: string | null = start
    while (id !== null && !known.has(id) && !within.has(id)) {
      line.push(id)
      id = parents.get(id) ?? null
    }
    const inside = id !== null && (within.has(id) || known.get(id) === true)
    for (const each of line) known.set(each, inside)
    return inside
  }
  return rows.filter((row, index) => {
    const parent = row.asset_id === null && row.project_id !== null ? parents.get(row.project_id) : null
    return named[index]!.some(isInside) || (typeof parent === 'string' && isInside(parent))
  })
}

/** The projects that a change says its item is, was, or came to be in. */
function placesOf (row: ChangeRow, assets: ReadonlyMap<string, string | null>): string[] {
  const linked = row.asset_id === null ? row.to_project_id : row.project_id
  return [row.in_project_id, linked, row.asset_id === null ? null : assets.get(row.asset_id) ?? null].filter((id) =>
    id !== null
  )
}

async function readPlaces (
  sql: Sql, query: typeof projectsUpwards, accountId: number, ids: readonly string[]
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.all<Placed>(query, [accountId, JSON.stringify(ids)])
  return new Map(rows.map((row) => [row.id, row.project_id]))
}
