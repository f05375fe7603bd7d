import { record, type EventDraft } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import { aboutProject } from '../items/kinds.js'
import type { ProjectRow } from '../items/rows.js'

/** The event of a member of a project. */
export function memberEvent (
  event: 'USER_LINKED' | 'USER_ROLE_EDITED' | 'USER_UNLINKED', project: ProjectRow, userId: number
): EventDraft {
  const { targets, data } = aboutProject(project)
  return { event, targets: { ...targets, user_id: userId }, data }
}

/** Makes a user a member of a locked project, with the role `Admin`. Does nothing if the user is one already. */
export async function makeAdmin (tx: Transaction, project: ProjectRow, userId: number): Promise<void> {
  const { prisma, time, caller: { accountId } } = tx
  const key = { projectId: project.id, userId }
  const member = await prisma.projectMember.findUnique({ where: { projectId_userId: key, accountId } })
  if (member?.role === 'Admin') return
  if (member === null) {
    await prisma.projectMember.create({ data: { ...key, accountId, role: 'Admin', createdAt: time } })
  } else {
    await prisma.projectMember.updateMany({ where: { ...key, accountId }, data: { role: 'Admin' } })
  }
  await record(tx, memberEvent(member === null ? 'USER_LINKED' : 'USER_ROLE_EDITED', project, userId))
}
