import type { Role } from '../../access/roles.js'
import type { Caller } from '../../core/caller.js'
import { statement, type Sql } from '../../database/sql.js'
import { isBounded, roleAtTop, roleCounting } from '../../items/sight.js'
import { rolesAmong } from '../../items/standing.js'
import { itemTypeOf, placesOf, type ChangeRow } from './rows.js'
import { readTree } from './tree.js'

interface Above {
  /** The role that counts in the project. Null if it is not seen. */
  readonly role: Role | null
  readonly isWithin: boolean
}

/** $1 account, $2 JSON list of projects: those that are private, or were so when they were deleted for good */
const findPrivate = statement<{ project_id: string }>('changes_private_projects', (sql) => `
  SELECT project_id FROM private_projects WHERE account_id = $1 AND ${sql.among('project_id', sql.strings('$2'))}`)

/**
 * Keeps the changes that happened in the projects of `within`, at any depth, the projects themselves left out: to items
 * there, or to items that were put in or taken out. `rows` are all changes from the first of these to the last, as some
 * of them move projects. A caller who may not see the whole account gets the changes where the item was then, by the
 * rule of src/items/sight.ts: by who is a member, and what is private, now. Both are read each time, so that a change
 * of them takes effect in open streams. Besides, it gets the changes that the caller made to items in no project.
 */
export async function keepWithin (
  sql: Sql, caller: Caller, rows: readonly ChangeRow[], wanted: readonly ChangeRow[],
  within: ReadonlySet<string> | undefined
): Promise<ChangeRow[]> {
  const tree = await readTree(sql, caller, rows, wanted)
  const projects = [...tree.projects, ...wanted.flatMap((row) => row.project_id ?? [])]
  const roles = isBounded(caller) ? await rolesAmong(sql, caller, projects) : undefined
  const privates = roles === undefined || !caller.hasPrivate
    ? new Set<string>()
    : new Set((await sql.all(findPrivate, [caller.accountId, JSON.stringify(projects)])).map((row) => row.project_id))

  /** A project that the caller does not see does not count, even if `within` names it. */
  function below (id: string, above: Above): Above {
    const role = roleCounting(roles?.get(id), above.role, privates.has(id))
    return { role, isWithin: role !== null && (above.isWithin || within === undefined || within.has(id)) }
  }

  const candidates = new Set(wanted)
  const kept: ChangeRow[] = []
  const role = roleAtTop(caller)
  const top: Above = { role, isWithin: role !== null && within === undefined }
  tree.walk(top, below, (row, aboveOf, left) => {
    if (!candidates.has(row)) return
    // Those who see what a private project is in learn that it turned private.
    const isHidden = itemTypeOf(row) === 'project' && privates.has(row.project_id!) && !roles!.has(row.project_id!) &&
      row.event !== 'PROJECT_PRIVATE'
    const isFromTop = row.event === 'PROJECT_LINKED' && left === null
    const isKept = placesOf(row).some((id) => aboveOf(id).isWithin) ||
      (top.isWithin && (row.in_project_id === null || isFromTop)) ||
      (within === undefined && roles !== undefined && isOwn(row, caller, roles))
    if (isKept && !isHidden) kept.push(row)
  })
  return kept
}

/** Whether it concerns a project of which the caller is a member, or the caller made it to an item in no project. */
function isOwn (row: ChangeRow, { userId }: Caller, roles: ReadonlyMap<string, Role>): boolean {
  return (itemTypeOf(row) === 'project' && roles.has(row.project_id!)) ||
    (row.in_project_id === null && row.event !== 'ASSET_LINKED' && row.user_id === userId)
}

/** A project that somebody listens to, and those above it. */
interface Line {
  readonly id: string
  readonly above: Line | null
}

/**
 * The projects, among `listened`, around each of some changes: those within which it happened, as above, and the
 * project itself. By the ids of the changes.
 */
export async function projectsAround (
  sql: Sql, caller: Caller, rows: readonly ChangeRow[], wanted: readonly ChangeRow[], listened: ReadonlySet<string>
): Promise<Map<string, ReadonlySet<string>>> {
  const tree = await readTree(sql, caller, rows, wanted)
  const candidates = new Set(wanted)
  const around = new Map<string, ReadonlySet<string>>()
  const below = (id: string, above: Line | null) => listened.has(id) ? { id, above } : above
  tree.walk<Line | null>(null, below, (row, lineOf) => {
    if (!candidates.has(row)) return
    const found = new Set<string>(itemTypeOf(row) === 'project' ? [row.project_id!] : [])
    for (const id of placesOf(row)) {
      for (let line = lineOf(id); line !== null; line = line.above) found.add(line.id)
    }
    around.set(row.id, found)
  })
  return around
}
