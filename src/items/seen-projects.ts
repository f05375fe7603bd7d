import type { Dialect } from '../database/sql.js'
import { firstOfMember, memberOf, roleIn } from './sight.js'
import { childrenOf } from './tree.js'

/**
 * The rule of sight.ts for whole trees, as selects of ids of projects. Parameters of the statement: a user and an
 * account.
 */

/** A condition: a project below one that is seen is seen, too. */
export const isOpen = (project: string, user: string, account: string) =>
  `(NOT ${project}.private OR ${roleIn(`${project}.id`, account, user)} IS NOT NULL)`

interface SeenOptions {
  /** Whether what is at the top is seen. */
  readonly atTop: boolean
  /** Begins with so many memberships and projects at the top, as SQLite reads all of them before the first row. */
  readonly limit?: string
}

/** The projects inside which a user sees what is there, each once. */
export function projectsSeen (sql: Dialect, user: string, account: string, { atTop, limit }: SeenOptions): string {
  const own = `SELECT project_id AS id FROM (${limit === undefined
    ? memberOf(sql, user, account)
    : firstOfMember(sql, { user, account, limit, isAny: true })}) AS own`
  const top = `SELECT id FROM (
      SELECT id FROM projects WHERE account_id = ${account} AND project_id IS NULL AND NOT private
      ORDER BY id ${limit === undefined ? '' : `LIMIT ${limit}`}) AS top`
  return `
  WITH RECURSIVE tree (id) AS (
    SELECT id FROM (${own}${atTop ? ` UNION ALL ${top}` : ''}) AS root
    UNION
    SELECT child.id FROM ${childrenOf(sql, 'tree', account)} WHERE NOT child.private
  )
  SELECT id FROM tree`
}

/** The private projects that a user does not see, whatever is above them. */
export const projectsClosed = (sql: Dialect, user: string, account: string) => `
  SELECT project.id, project.project_id, project.owner FROM ${privateProjects(sql, account)}
  WHERE ${roleIn('closed.project_id', account, user)} IS NULL`

/** The private projects that are there, as `project`. */
export const privateProjects = (sql: Dialect, account: string) =>
  sql.lookUp(`(SELECT project_id FROM private_projects WHERE account_id = ${account}) AS closed`, {
    table: 'projects', alias: 'project', columns: 'id, project_id, owner', column: 'id', value: 'closed.project_id', account
  })

/** Begins a statement with `hidden (id, private)`: these, and those below them that such a user does not see. */
export const hiddenFrom = (sql: Dialect, user: string, account: string) => `
  WITH RECURSIVE hidden (id, private) AS (
    SELECT id, 1 FROM (${projectsClosed(sql, user, account)}) AS root
    UNION
    SELECT child.id, 0 FROM ${childrenOf(sql, 'hidden', account)}
    WHERE NOT child.private AND ${roleIn('child.id', account, user)} IS NULL
  )`

/**
 * A project, and those below it at any depth: all of them, those that are not in a private one, or those that a user
 * sees.
 */
export function projectsBelow (
  sql: Dialect, project: string, account: string, which: 'all' | 'public' | { readonly seenBy: string }
): string {
  const condition = which === 'all' ? 'TRUE' : which === 'public' ? 'NOT child.private' : isOpen('child', which.seenBy, account)
  return `
  WITH RECURSIVE tree (id) AS (
    SELECT id FROM projects WHERE id = ${project} AND account_id = ${account}
    UNION ALL
    SELECT child.id FROM ${childrenOf(sql, 'tree', account)} WHERE ${condition}
  )
  SELECT id FROM tree`
}
