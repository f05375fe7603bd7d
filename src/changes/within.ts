import type { Caller } from '../core/caller.js'
import type { Sql } from '../database/sql.js'
import { isBounded, rootsAmong } from '../items/sight.js'
import type { ChangeRow } from './rows.js'
import { movesOf, parentsAt } from './tree.js'

interface Above {
  /** Whether the project is one of the roots, or below one. */
  readonly isSeen: boolean
  readonly isWithin: boolean
}

/**
 * Keeps the changes that happened in the projects of `within`, at any depth, the projects themselves left out: to items
 * there, or to items that were put in or taken out. `rows` are all changes from the first of these to the last, as some
 * of them move projects. A caller who does not see the whole account gets the changes in the projects of which the
 * caller is a member now, themselves included, and those that the caller made to items in no project. Memberships are
 * read each time, so that a change of them takes effect in open streams.
 */
export async function keepWithin (
  sql: Sql, caller: Caller, rows: readonly ChangeRow[], wanted: readonly ChangeRow[],
  within: ReadonlySet<string> | undefined
): Promise<ChangeRow[]> {
  const moves = await movesOf(sql, caller, rows)
  const starts = new Set([...wanted.flatMap(placesOf), ...[...moves.values()].flatMap((move) => move.parent_id ?? [])])
  const parents = starts.size === 0
    ? new Map<string, string | null>()
    : await parentsAt(sql, caller, starts, rows[0]!.number - 1)
  const roots = isBounded(caller)
    ? await rootsAmong(sql, caller, [
      ...starts, ...parents.keys(), ...[...moves.values()].map((move) => move.project_id),
      ...wanted.flatMap((row) => row.project_id ?? [])])
    : undefined
  const known = new Map<string, Above>()

  /**
   * Whether a project is seen, and is within `within`. A project that the caller does not see does not count, even if
   * `within` names it.
   */
  function above (start: string): Above {
    const line: string[] = []
    const visited = new Set<string>()
    let id: string | null = start
    for (; id !== null && !known.has(id) && !visited.has(id); id = parents.get(id) ?? null) {
      line.push(id)
      visited.add(id)
    }
    let last: Above = id === null ? NOTHING : known.get(id) ?? NOTHING
    for (const each of line.reverse()) {
      const isSeen = roots === undefined || roots.has(each) || last.isSeen
      last = { isSeen, isWithin: isSeen && (last.isWithin || within === undefined || within.has(each)) }
      known.set(each, last)
    }
    return last
  }

  function isKept (row: ChangeRow): boolean {
    if (placesOf(row).some((id) => above(id).isWithin)) return true
    if (within !== undefined || roots === undefined) return false
    const isRoot = row.asset_id === null && row.project_id !== null && roots.has(row.project_id)
    return isRoot || (row.in_project_id === null && row.user_id === caller.userId)
  }

  const candidates = new Set(wanted)
  return rows.filter((row) => {
    const move = moves.get(row.number)
    if (move !== undefined) {
      parents.set(move.project_id, move.parent_id)
      known.clear()
    }
    return candidates.has(row) && isKept(row)
  })
}

const NOTHING: Above = { isSeen: false, isWithin: false }

/** The projects of the item of a change, with those that it was put into or taken out of. */
function placesOf (row: ChangeRow): string[] {
  const linked = row.asset_id === null ? row.to_project_id : row.project_id
  return [row.in_project_id, linked].filter((id) => id !== null)
}
