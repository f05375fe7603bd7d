import type { Caller } from '../../core/caller.js'
import { statement, type Sql } from '../../database/sql.js'
import { nextTurn } from '../../work/turns/next-turn.js'
import { placesOf, type ChangeRow } from './rows.js'

/** A log of the parents of projects at each change, kept as long as the history. */

/** Projects per statement, and parents per result. Others have their turn after it. */
const PROJECTS_PER_READ = 500
const FOUND_PER_READ = 5000

const MOVES: ReadonlySet<string> = new Set(['PROJECT_LINKED', 'PROJECT_UNLINKED'])
/** A project that one transaction has made and put into another is there from its first entry on. */
const MOVES_OR_MAKES: ReadonlySet<string> = new Set([...MOVES, 'PROJECT_ADDED'])

/** Whether an event gives its project another parent, or none. */
export function isMove (event: string): boolean {
  return MOVES.has(event)
}

/** $1 account, $2 JSON list of [step, project, parent], $3 how many changes were appended last. Steps count from 1. */
export const appendMoves = statement('project_parents_append', (sql) => `
  INSERT INTO project_parents (account_id, project_id, number, parent_id)
  SELECT $1, value ->> 1, newest.number - $3 + (value ->> 0), value ->> 2
  FROM ${sql.elements('$2')}, (SELECT COALESCE(MAX(number), 0) AS number FROM changes WHERE account_id = $1) AS newest`)

const parentOf = (project: string) => `(SELECT parent.parent_id FROM project_parents AS parent
    WHERE parent.account_id = $1 AND parent.project_id = ${project} AND parent.number <= $3
    ORDER BY parent.number DESC LIMIT 1)`

/**
 * $1 account, $2 JSON list of [project], $3 change, $4 limit: the projects and those above them, each with its parent
 * after the change
 */
const upwards = statement<{ id: string, parent_id: string | null }>('project_parents_upwards', (sql) => `
  WITH RECURSIVE path (id, parent_id) AS (
    SELECT value ->> 0, ${parentOf('value ->> 0')} FROM ${sql.elements('$2')}
    UNION
    SELECT path.parent_id, ${parentOf('path.parent_id')} FROM path WHERE path.parent_id IS NOT NULL
  )
  SELECT id, parent_id FROM path LIMIT $4`)

/** $1 account, $2 JSON list of [project, change] */
const findMoves = statement<Move>('project_parents_moves', (sql) => `
  SELECT moved.project_id, moved.number, moved.parent_id
  FROM ${sql.elements('$2')} CROSS JOIN project_parents AS moved
  WHERE moved.account_id = $1 AND moved.project_id = value ->> 0 AND moved.number = CAST(value ->> 1 AS bigint)`)

/** A project with a new parent from a change on. */
interface Move {
  readonly project_id: string
  readonly number: number
  readonly parent_id: string | null
}

/** The moves among some changes, since the log is kept. */
async function movesOf (
  sql: Sql, { accountId }: Caller, rows: readonly ChangeRow[]
): Promise<Map<number, Move>> {
  const pairs = rows.filter(({ event }) => MOVES_OR_MAKES.has(event)).map((row) => [row.project_id, row.number])
  if (pairs.length === 0) return new Map()
  const moves = await sql.all(findMoves, [accountId, JSON.stringify(pairs)])
  return new Map(moves.map((move) => [move.number, move]))
}

/** The parents of some projects, and of all above them, after a change. */
export async function parentsAt (
  sql: Sql, caller: Caller, projects: ReadonlySet<string>, number: number
): Promise<Map<string, string | null>> {
  const parents = new Map<string, string | null>()
  const unknown = [...projects]
  for (; unknown.length > 0; await nextTurn(caller)) {
    const asked = [...new Set(unknown.splice(0, PROJECTS_PER_READ))].filter((id) => !parents.has(id))
    if (asked.length === 0) continue
    const found = await sql.all(upwards, [caller.accountId,
      JSON.stringify(asked.map((id) => [id])), number, FOUND_PER_READ])
    for (const { id, parent_id: parentId } of found) parents.set(id, parentId)
    // Continues a list that was cut.
    if (found.length === FOUND_PER_READ) unknown.push(...found.flatMap(({ parent_id: parentId }) => parentId ?? []))
  }
  return parents
}

/** The tree of projects around some changes, as it was at each of them. */
export interface Tree {
  /** All projects that may be asked for. */
  readonly projects: readonly string[]
  /**
   * Visits all changes, in their order. `valueOf` returns the value of a project right after the change: `below` makes
   * it from that of its parent, or from `top`. `left` is the project in which a project was that is moved.
   */
  walk<Value> (
    top: Value,
    below: (id: string, above: Value) => Value,
    visit: (row: ChangeRow, valueOf: (id: string) => Value, left: string | null) => void
  ): void
}

/** `rows` are all changes from the first of `wanted` to the last, as some of them move projects. */
export async function readTree (
  sql: Sql, caller: Caller, rows: readonly ChangeRow[], wanted: readonly ChangeRow[]
): Promise<Tree> {
  const moves = await movesOf(sql, caller, rows)
  const starts = new Set([...wanted.flatMap(placesOf), ...[...moves.values()].flatMap((move) => move.parent_id ?? [])])
  const parents = starts.size === 0
    ? new Map<string, string | null>()
    : await parentsAt(sql, caller, starts, rows[0]!.number - 1)
  return {
    projects: [...starts, ...parents.keys(), ...[...moves.values()].map((move) => move.project_id)],
    walk (top, below, visit) {
      const values = new Map<string, typeof top>()
      const valueOf = (start: string) => {
        const line: string[] = []
        const visited = new Set<string>()
        let id: string | null = start
        for (; id !== null && !values.has(id) && !visited.has(id); id = parents.get(id) ?? null) {
          line.push(id)
          visited.add(id)
        }
        let value = id !== null && values.has(id) ? values.get(id)! : top
        for (const each of line.reverse()) {
          value = below(each, value)
          values.set(each, value)
        }
        return value
      }
      for (const row of rows) {
        const move = moves.get(row.number)
        const left = move === undefined ? null : parents.get(move.project_id) ?? null
        if (move !== undefined) {
          parents.set(move.project_id, move.parent_id)
          values.clear()
        }
        visit(row, valueOf, left)
      }
    }
  }
}
