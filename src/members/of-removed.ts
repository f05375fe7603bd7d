import { toDatabase } from '../basics/time.js'
import { MEBIBYTE } from '../basics/units.js'
import { record, type EventDraft } from '../core/events/record.js'
import type { Release } from '../core/release.js'
import { statement } from '../database/sql.js'
import { projectKind } from '../items/kinds.js'
import { fitting, type PieceLimits } from '../work/pieces/fitting.js'
import { insertAdmin, memberEvent } from '../projects/admins.js'

/** What is in memory at the same time. */
const LIMITS: PieceLimits = { items: 200, bytes: 4 * MEBIBYTE }

/** $1 user, $2 account: the first projects of which the user is a member */
const firstProjects = statement<{ id: string }>('members_first_projects', () => `
  SELECT project_id AS id FROM project_members WHERE user_id = $1 AND account_id = $2 ORDER BY project_id
    LIMIT ${LIMITS.items}`)

/**
 * $1 account, $2 JSON list of projects, $3 user: those that have no other member. PostgreSQL would read all members for
 * NOT EXISTS.
 */
const withoutOthers = statement<{ id: string }>('members_without_others', (sql) => `
  SELECT id FROM projects WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))} AND (
    SELECT other.user_id FROM project_members AS other
    WHERE other.project_id = projects.id AND other.user_id <> $3 AND other.account_id = $1
    ORDER BY other.user_id LIMIT 1) IS NULL`)

/** $1 account, $2 JSON list of projects, $3 user */
const takeOut = statement('members_take_out', (sql) => `
  DELETE FROM project_members WHERE ${sql.among('project_id', sql.strings('$2'))} AND user_id = $3 AND account_id = $1`)

/**
 * Takes a removed user out of projects. Where there is no other member, the successor becomes one first. The projects
 * are locked, as by every change of members.
 */
export const memberRelease: Release = {
  ofRemoved: {
    async inPieces (tx, { id: userId, successorId }) {
      const { sql, caller: { accountId } } = tx
      const found = await sql.all(firstProjects, [userId, accountId])
      if (found.length === 0) return 0
      const sizes = await sql.all(projectKind.statements.sizes, [accountId, listOf(found)])
      const taken = JSON.stringify(fitting(sizes, LIMITS))
      const projects = await sql.all(projectKind.statements.lockList, [accountId, taken])
      const ids = listOf(projects)
      const left = successorId === null ? [] : await sql.all(withoutOthers, [accountId, ids, userId])
      for (const { id } of left) await sql.run(insertAdmin, [accountId, id, successorId, toDatabase(tx.time)])
      const given = new Set(left.map(({ id }) => id))
      await sql.run(takeOut, [accountId, ids, userId])
      await record(tx, ...projects.flatMap((project): EventDraft[] => [
        ...given.has(project.id) ? [memberEvent('USER_LINKED', project, successorId!)] : [],
        memberEvent('USER_UNLINKED', project, userId)
      ]))
      return found.length
    }
  }
}

const listOf = (rows: ReadonlyArray<{ readonly id: string }>): string => JSON.stringify(rows.map(({ id }) => id))
