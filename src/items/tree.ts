import { locks, takeLock } from '../database/locks.js'
import { statement, type Dialect, type Sql } from '../database/sql.js'
import type { Transaction } from '../core/transact.js'

const lockShared = statement(
  'tree_lock_shared',
  () => `SELECT pg_advisory_xact_lock_shared(${locks.tree}, CAST($1 AS integer))`
)
const lockExclusive = statement(
  'tree_lock_exclusive',
  () => `SELECT pg_advisory_xact_lock(${locks.tree}, CAST($1 AS integer))`
)

/** The projects directly below those of a tree, as `child (id, private)`. */
export const childrenOf = (sql: Dialect, tree: string, account: string) =>
  sql.lookUp(tree, {
    table: 'projects', alias: 'child', columns: 'id, private', column: 'project_id', value: `${tree}.id`, account
  })

/** What a climb has and does besides. */
interface Climb {
  /** Columns besides `id` and `project_id`, each with its value for a parent. */
  readonly also?: ReadonlyArray<readonly [name: string, ofParent: string]>
  /** Goes on from projects of `path` for which this condition is true. */
  readonly where?: string
}

/**
 * Begins a statement with `path (id, project_id)`: the projects that `start` selects, and all above them, each once.
 */
export const upwardsFrom = (sql: Dialect, start: string, account: string, { also = [], where }: Climb = {}) => `
  WITH RECURSIVE path (${['id', 'project_id', ...also.map(([name]) => name)].join(', ')}) AS (
    ${start}
    UNION
    SELECT ${['parent.id', 'parent.project_id', ...also.map(([, ofParent]) => ofParent)].join(', ')} FROM ${
      sql.lookUp('path', {
        table: 'projects', alias: 'parent', columns: '*', column: 'id', value: 'path.project_id', account
      })} ${where === undefined ? '' : `WHERE ${where}`}
  )`

/**
 * $1 project, $2 account, $3 limit: the project and the projects below it, with their depth. Unsorted, so that it ends
 * early.
 */
const below = statement<{ id: string, depth: number }>('projects_below', (sql) => `
  WITH RECURSIVE tree (id, depth) AS (
    SELECT id, 0 FROM projects WHERE id = $1 AND account_id = $2
    UNION ALL
    SELECT child.id, tree.depth + 1 FROM ${childrenOf(sql, 'tree', '$2')}
  )
  SELECT id, depth FROM tree LIMIT $3`)

/**
 * $1 project, $2 account, $3 project: a row if the third is the first, or above it. Without a climb if nothing is below
 * the third, as with a new project.
 */
const above = statement('projects_above', (sql) => `${upwardsFrom(sql, `
    SELECT id, project_id FROM projects WHERE id = $1 AND account_id = $2 AND (id = $3 OR EXISTS (
      SELECT 1 FROM projects AS child WHERE child.project_id = $3 AND child.account_id = $2))`,
  '$2', { where: 'path.id <> $3' })}
  SELECT id FROM path WHERE id = $3`)

/** The place of an item in the tree. */
export interface Placed {
  readonly id: string
  readonly project_id: string | null
}

/** $1 account, $2 JSON list of projects: these and all projects above them, each once */
export const projectsUpwards = statement<Placed>('projects_upwards', (sql) => `${upwardsFrom(sql,
  `SELECT id, project_id FROM projects WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))}`, '$1')}
  SELECT id, project_id FROM path`)

/**
 * Locks the shape of an account's project tree until the transaction ends: `exclusive` to change it or walk over it,
 * `shared` to put an asset under a project. Taken before any row is locked.
 */
export async function lockTree (tx: Transaction, mode: 'shared' | 'exclusive'): Promise<void> {
  await takeLock(tx.sql, mode === 'shared' ? lockShared : lockExclusive, [tx.caller.accountId])
}

/**
 * The ids of a project and of the projects below it, in any state, the lowest first. All of them, or `limit` of them.
 */
export async function projectIdsBelow (
  sql: Sql, accountId: number, projectId: string, limit = Number.MAX_SAFE_INTEGER
): Promise<string[]> {
  const rows = await sql.all(below, [projectId, accountId, limit])
  return rows.sort((a, b) => b.depth - a.depth || (a.id < b.id ? -1 : 1)).map((row) => row.id)
}

/** Whether a project is the other one, or below it. */
export async function isWithin (tx: Transaction, projectId: string, otherId: string): Promise<boolean> {
  return await tx.sql.first(above, [projectId, tx.caller.accountId, otherId]) !== undefined
}
