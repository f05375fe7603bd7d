import { toDatabase } from '../basics/time.js'
import { record, type EventDraft } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import { statement } from '../database/sql.js'
import { aboutProject } from '../items/kinds.js'
import type { ProjectRow } from '../items/rows.js'

const ADMIN_COLUMNS = '(account_id, project_id, user_id, role, created_at)'

/** $1 account, $2 project, $3 user, $4 time */
export const insertAdmin = statement('project_members_insert', (sql) => `
  INSERT INTO project_members ${ADMIN_COLUMNS} VALUES ($1, $2, $3, 'Admin', ${sql.moment('$4')})`,
statement('project_members_insert_list', (sql) => `
  INSERT INTO project_members ${ADMIN_COLUMNS}
  SELECT CAST(value ->> 0 AS integer), value ->> 1, CAST(value ->> 2 AS integer), 'Admin', ${sql.moment('value ->> 3')}
  FROM ${sql.elements('$1')}`))

/** The event of a member of a project. */
export function memberEvent (
  event: 'USER_LINKED' | 'USER_ROLE_EDITED' | 'USER_UNLINKED', project: ProjectRow, userId: number
): EventDraft {
  const { targets, data } = aboutProject(project)
  return { event, targets: { ...targets, user_id: userId }, data }
}

/** Makes a user a member of a locked project, with the role `Admin`. Does nothing if the user is one already. */
export async function makeAdmin (tx: Transaction, project: ProjectRow, userId: number): Promise<void> {
  const { prisma, sql, time, caller: { accountId } } = tx
  const key = { projectId: project.id, userId }
  const member = await prisma.projectMember.findUnique({ where: { projectId_userId: key, accountId } })
  if (member?.role === 'Admin') return
  if (member === null) {
    await sql.run(insertAdmin, [accountId, project.id, userId, toDatabase(time)])
  } else {
    await prisma.projectMember.updateMany({ where: { ...key, accountId }, data: { role: 'Admin' } })
  }
  await record(tx, memberEvent(member === null ? 'USER_LINKED' : 'USER_ROLE_EDITED', project, userId))
}
