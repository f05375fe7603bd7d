import { findEnabledUsers } from '../../access/enabled-users.js'
import type { Caller } from '../../core/caller.js'
import { statement, type Sql } from '../../database/sql.js'
import { TargetProjectNotFound } from '../../errors.js'
import { halts } from '../errors.js'
import type { DropFolderRow } from './rows.js'
import { mayUse } from './seen.js'

/** $1 account, $2 JSON list of projects: those that are not in the trash */
const activeProjects = statement<{ id: string }>('drop_folders_active_projects', (sql) => `
  SELECT id FROM projects WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))} AND cohort_id IS NULL`)

/** What a drop folder is asked of. */
export type ActingRow = Pick<DropFolderRow, 'id' | 'account_id' | 'user_id' | 'project_id' | 'location' | 'error'>

/** Whether drop folders act. `user` is null for one that halts, and then `error` says why. */
export interface Acting {
  readonly user: Caller | null
  readonly error: string | null
}

/**
 * As whom drop folders of an account act, by their ids. One halts where its user, the right, its project or its folder
 * is gone.
 */
export async function actingOf (
  sql: Sql, accountId: number, rows: readonly ActingRow[]
): Promise<ReadonlyMap<number, Acting>> {
  const users = await findEnabledUsers(sql, accountId, [...new Set(rows.map((row) => row.user_id))])
  const byId = new Map(users.map((user) => [user.userId, user]))
  const projectIds = [...new Set(rows.flatMap((row) => row.project_id ?? []))]
  const found = projectIds.length === 0 ? [] : await sql.all(activeProjects, [accountId, JSON.stringify(projectIds)])
  const active = new Set(found.map(({ id }) => id))
  const acting = new Map<number, Acting>()
  for (const row of rows) {
    const user = byId.get(row.user_id)
    const error = user === undefined
      ? halts.user
      : await reasonOf(sql, user, row, row.project_id === null || active.has(row.project_id))
    acting.set(row.id, { user: error === null ? user! : null, error })
  }
  return acting
}

/** As whom a drop folder acts, whatever the last look has found of its folder. Null if it halts. */
export async function actorOf (sql: Sql, row: ActingRow): Promise<Caller | null> {
  return (await actingOf(sql, row.account_id, [{ ...row, error: null }])).get(row.id)!.user
}

async function reasonOf (
  sql: Sql, user: Caller, row: ActingRow, isProjectThere: boolean
): Promise<string | null> {
  if (row.location !== null && !user.admin) return halts.administrator
  if (!isProjectThere) return new TargetProjectNotFound(row.project_id!).message
  return await mayUse(sql, user, row) ? row.error : halts.right
}
