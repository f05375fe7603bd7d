import type { Caller } from '../core/caller.js'
import type { Sql } from '../database/sql.js'
import type { ChangeRow } from './rows.js'
import { movesOf, parentsAt } from './tree.js'

/**
 * Keeps the changes that happened in the given projects, at any depth: to items there, or to items that were put in or
 * taken out. The projects themselves are left out. `rows` are all changes from the first of these to the last, as some
 * of them move projects.
 */
export async function keepWithin (
  sql: Sql, caller: Caller, rows: readonly ChangeRow[], wanted: readonly ChangeRow[], within: ReadonlySet<string>
): Promise<ChangeRow[]> {
  const moves = await movesOf(sql, caller, rows)
  const starts = new Set([...wanted.flatMap(placesOf), ...[...moves.values()].flatMap((move) => move.parent_id ?? [])])
  if (starts.size === 0) return []
  const parents = await parentsAt(sql, caller, starts, rows[0]!.number - 1)
  const known = new Map<string, boolean>()

  const isInside = (start: string): boolean => {
    const line: string[] = []
    let id: string | null = start
    for (; id !== null && !known.has(id) && !within.has(id); id = parents.get(id) ?? null) {
      line.push(id)
      known.set(id, false)
    }
    const inside = id !== null && (within.has(id) || known.get(id) === true)
    for (const each of line) known.set(each, inside)
    return inside
  }

  const candidates = new Set(wanted)
  return rows.filter((row) => {
    const move = moves.get(row.number)
    if (move !== undefined) {
      parents.set(move.project_id, move.parent_id)
      known.clear()
    }
    return candidates.has(row) && placesOf(row).some(isInside)
  })
}

/** The projects of the item of a change, with those that it was put into or taken out of. */
function placesOf (row: ChangeRow): string[] {
  const linked = row.asset_id === null ? row.to_project_id : row.project_id
  return [row.in_project_id, linked].filter((id) => id !== null)
}
