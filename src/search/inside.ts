import type { Caller } from '../core/caller.js'
import { statement, type Dialect, type Sql } from '../database/sql.js'
import { isBounded, isUnplacedOf, memberOf, projectsSeen } from '../items/sight.js'
import { rolesAmong, seesInside } from '../items/standing.js'
import { childrenOf } from '../items/tree.js'
import type { Search } from './parameters.js'
import { exactTerm } from './terms.js'

/**
 * Where a search looks: in a project, or in what its caller sees. A few projects are a list of terms; more are a
 * condition on the project of each hit.
 */

/** A larger subtree is not a list of terms. */
const MOST_PROJECT_TERMS = 200

/** What is below a project, or what a user sees. */
export type Inside = { readonly project: string } | { readonly user: number, readonly email: string }

/** Where a search finds something: a hit has one of the terms, or meets the condition. Both are null for everywhere. */
interface Places {
  readonly terms: readonly string[] | null
  readonly inside: Inside | null
}

const EVERYWHERE: Places = { terms: null, inside: null }

/** A project and all projects below it. `project` and `account` are parameters of the statement. */
const subtree = (sql: Dialect, project: string, account: string) => `
  WITH RECURSIVE tree (id) AS (
    SELECT id FROM projects WHERE id = ${project} AND account_id = ${account}
    UNION ALL
    SELECT child.id FROM ${childrenOf(sql, 'tree', account)}
  )
  SELECT id FROM tree`

/** $1 project, $2 account, $3 limit */
const findSubtree = statement<{ id: string }>('search_subtree', (sql) => `${subtree(sql, '$1', '$2')} LIMIT $3`)

/** $1 user, $2 account, $3 limit */
const findSeen = statement<{ id: string }>('search_seen', (sql) => `${projectsSeen(sql, '$1', '$2', '$3')} LIMIT $3`)

/** The places of a search. Null if there are none: the project does not exist for the caller, or has nothing in it. */
export async function findPlaces (sql: Sql, caller: Caller, search: Search): Promise<Places | null> {
  const { accountId, userId, email } = caller
  const { within, project_id: projectId } = search
  const ofProject = (id: string) => exactTerm(accountId, 'project', id)
  if (within !== null) {
    if (isBounded(caller) && !await seesInside(sql, caller, within)) return null
    const projects = await sql.all(findSubtree, [within, accountId, MOST_PROJECT_TERMS + 1])
    if (projects.length === 0) return null
    if (projects.length > MOST_PROJECT_TERMS) return { terms: null, inside: { project: within } }
    return { terms: projects.map(({ id }) => ofProject(id)), inside: null }
  }
  if (!isBounded(caller)) return EVERYWHERE
  if (projectId !== null && projectId !== 'none') return await seesInside(sql, caller, projectId) ? EVERYWHERE : null
  const projects = await sql.all(findSeen, [userId, accountId, MOST_PROJECT_TERMS + 1])
  if (projects.length > MOST_PROJECT_TERMS) return { terms: null, inside: { user: userId, email } }
  const roles = await rolesAmong(sql, caller, projects.map(({ id }) => id))
  return {
    terms: [
      ...projects.map(({ id }) => ofProject(id)),
      ...[...roles.keys()].map((id) => exactTerm(accountId, 'self', id)),
      exactTerm(accountId, 'unplaced', email)
    ],
    inside: null
  }
}

/** The condition of an item `i` of the index. `add` makes a parameter of a value. */
export function insideCondition (
  sql: Dialect, inside: Inside, accountId: number, add: (value: string | number) => string
): string {
  if ('project' in inside) return `i.project_id IN (${hashed(sql, subtree(sql, add(inside.project), add(accountId)))})`
  const owner = sql.name === 'sqlite'
    ? "json_extract(i.facets, '$.owner[0]')"
    : "CAST(i.facets AS json) #>> '{owner,0}'"
  return `(i.project_id IN (${hashed(sql, projectsSeen(sql, add(inside.user), add(accountId)))})
    OR i.item_id IN (${hashed(sql, memberOf(add(inside.user), add(accountId)))})
    OR (${isUnplacedOf(add(inside.email), { project: 'i.project_id', owner })}))`
}

/**
 * The values of a query for `IN`. PostgreSQL expects so many rows of a recursive query that it would not hash them, but
 * compare each item with each. It always hashes the elements of an array.
 */
function hashed (sql: Dialect, values: string): string {
  return sql.name === 'postgresql' ? `SELECT unnest(ARRAY(${values}))` : values
}
