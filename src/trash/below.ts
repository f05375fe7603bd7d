import type { Caller } from '../core/caller.js'
import { statement, type Dialect, type Sql } from '../database/sql.js'
import { projectShape } from '../items/rows.js'
import { memberOf } from '../items/sight.js'
import { childrenOf, projectsUpwards } from '../items/tree.js'

/**
 * Of a cohort whose root a caller does not see, the highest items that the caller sees. They are projects of which the
 * caller is a member: an asset is seen with its project.
 */

/** $1 user, $2 account, $3 JSON list of cohorts */
const findOwn = statement<Own>('trash_projects_of_member', (sql) => `
  SELECT id, cohort_id FROM projects
  WHERE account_id = $2 AND ${sql.among('id', memberOf(sql, '$1', '$2'))} AND ${sql.among('cohort_id', sql.strings('$3'))}`)

interface Own {
  readonly id: string
  readonly cohort_id: string
}

/** The ids of these projects by the ids of their cohorts, each list from the last to the first. */
export async function highestBelow (
  sql: Sql, caller: Caller, cohortIds: readonly string[]
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>()
  if (cohortIds.length === 0) return found
  const own = await sql.all(findOwn, [caller.userId, caller.accountId, JSON.stringify(cohortIds)])
  const cohortOf = new Map(own.map((project) => [project.id, project.cohort_id]))
  const upwards = await sql.all(projectsUpwards, [caller.accountId, JSON.stringify([...cohortOf.keys()])])
  const above = new Map(upwards.map((project) => [project.id, project.project_id]))
  // What the caller sees in a cohort whose root is hidden is one of these, or below one.
  const isHighest = ({ id, cohort_id: cohort }: Own) => {
    let at = above.get(id) ?? null
    while (at !== null && cohortOf.get(at) !== cohort) at = above.get(at) ?? null
    return at === null
  }
  for (const { id, cohort_id: cohort } of own.filter(isHighest)) {
    found.set(cohort, [...found.get(cohort) ?? [], id].sort().reverse())
  }
  return found
}

/** How many items of the cohort a project `p` and what is below it are. */
const itemsBelow = (sql: Dialect) => `(
    WITH RECURSIVE tree (id) AS (
      SELECT p.id
      UNION ALL
      SELECT child.id FROM ${childrenOf(sql, 'tree', '$1')}
    )
    SELECT (SELECT count(*) FROM tree JOIN projects AS inside ON inside.id = tree.id WHERE inside.cohort_id = p.cohort_id) +
      (SELECT count(*) FROM ${sql.lookUp('tree', {
        table: 'assets', alias: 'inside', columns: 'cohort_id', column: 'project_id', value: 'tree.id', account: '$1'
      })} WHERE inside.cohort_id = p.cohort_id))`

/** $1 account, $2 JSON list of projects: these, each with its cohort */
const ofProjects = <Row>(name: string, columns: (sql: Dialect) => string) => statement<Row>(name, (sql) => `
  SELECT c.id, ${sql.milliseconds('c.trashed_at')} AS trashed_at, p.id AS project_id, ${columns(sql)}
  FROM projects AS p JOIN trash_cohorts AS c ON c.id = p.cohort_id
  WHERE p.account_id = $1 AND ${sql.among('p.id', sql.strings('$2'))}`)

const projectColumn = (expression: string) => `(SELECT ${expression} FROM projects WHERE id = p.id)`

/** An item below the root of a cohort, as the list shows it. */
export interface TrashedBelow {
  readonly id: string
  readonly trashed_at: string
  readonly project_id: string
  readonly user_id: number
  readonly items: number
  readonly project: string
}

export const readBelow = ofProjects<TrashedBelow>('trash_below', (sql) => `
  c.user_id, ${itemsBelow(sql)} AS items, ${projectColumn(projectShape.json(sql))} AS project`)

export const weighBelow = ofProjects<Pick<TrashedBelow, 'id' | 'trashed_at' | 'project_id'> & { bytes: number }>(
  'trash_weigh_below', () => `${projectColumn(projectShape.bytes)} AS bytes`)
