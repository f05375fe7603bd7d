import { allows } from '../access/roles.js'
import { KEYS } from '../access/bus.js'
import { toDatabase, toSeconds } from '../basics/time.js'
import { record } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import { statement } from '../database/sql.js'
import { RoleRefused } from '../errors.js'
import { aboutProject } from '../items/kinds.js'
import type { ProjectRow } from '../items/rows.js'
import { standingAsMember } from '../items/standing.js'
import { makeAdmin } from './admins.js'

/** $1 project, $2 account, $3 whether it is private, $4 time */
const update = statement('projects_set_private', (sql) => `
  UPDATE projects SET private = CAST($3 AS boolean), modified_at = ${sql.moment('$4')} WHERE id = $1 AND account_id = $2`)

/** $1 account, $2 project */
const note = statement('private_projects_insert', () => `
  INSERT INTO private_projects (account_id, project_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`)

/** $1 account, $2 project */
const forget = statement('private_projects_remove', () =>
  'DELETE FROM private_projects WHERE account_id = $1 AND project_id = $2')

/**
 * Notes that a project is private, for as long as it is, and beyond its end: what was in it stays hidden in the
 * changes. Callers are looked up again, as with the first such project they see less than the account.
 */
export async function notePrivate (tx: Transaction, projectId: string): Promise<void> {
  await tx.sql.run(note, [tx.caller.accountId, projectId])
  tx.wake(KEYS)
}

/** Whether the caller is `Admin` of a project as a member, or an administrator. */
export async function maySetPrivate ({ sql, caller }: Transaction, projectId: string): Promise<boolean> {
  if (caller.admin) return true
  const standing = await standingAsMember(sql, caller, projectId)
  return standing !== null && allows(standing, 'manage')
}

/**
 * Makes a locked project private, or public. Throws RoleRefused where it would change and the caller may not do it. Who
 * makes it private without being `Admin` of the project itself becomes it, but for administrators.
 */
export async function setPrivate (tx: Transaction, project: ProjectRow, isPrivate: boolean): Promise<ProjectRow> {
  const { sql, caller } = tx
  if ((project.private === 1) === isPrivate) return project
  if (!await maySetPrivate(tx, project.id)) throw new RoleRefused()
  const after = { ...project, private: isPrivate ? 1 : 0, modification_date: toSeconds(tx.time) }
  if (isPrivate && !caller.admin) await makeAdmin(tx, after, caller.userId)
  await sql.run(update, [project.id, caller.accountId, after.private, toDatabase(tx.time)])
  if (tx.held.has(project.id)) tx.held.set(project.id, after)
  if (isPrivate) await notePrivate(tx, project.id)
  else await sql.run(forget, [caller.accountId, project.id])
  await record(tx, { event: isPrivate ? 'PROJECT_PRIVATE' : 'PROJECT_PUBLIC', ...aboutProject(after) })
  return after
}
