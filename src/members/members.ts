import { AlreadyMember, LastMember, NotMember, UserNotFound } from '../errors.js'
import { record } from '../core/events/record.js'
import { toRowId } from '../basics/ids.js'
import { projectKind } from '../items/kinds.js'
import { lockItem } from '../items/require.js'
import type { Page } from '../basics/page.js'
import type { Unit } from '../core/unit.js'

/** The member of section 2.3 of the contract. */
export interface Member {
  readonly id: number
  readonly email: string
  readonly role: string
}

/** Members of projects. A change locks its project, so that two changes see each other. Each throws ProjectNotFound. */
export const members = {
  /** The members of a project that was required before. */
  async list ({ caller, reads }: Unit, projectId: string, { after, limit }: Page): Promise<Member[]> {
    const members = await reads.prisma.projectMember.findMany({
      where: { projectId, accountId: caller.accountId, userId: { gt: toRowId(after) ?? 0 } },
      orderBy: { userId: 'asc' },
      take: limit,
      select: { role: true, user: { select: { id: true, email: true } } }
    })
    return members.map(({ user, role }) => ({ ...user, role }))
  },

  /** Throws UserNotFound and AlreadyMember. */
  add: ({ caller, transact }: Unit, projectId: string, sentUserId: number | bigint) =>
    transact(async (tx) => {
      const project = await lockItem(projectKind, tx, projectId)
      const userId = toRowId(sentUserId)
      const user = userId === null
        ? null
        : await tx.prisma.user.findFirst({ where: { id: userId, accountId: caller.accountId } })
      if (user === null) throw new UserNotFound(String(sentUserId))
      const key = { projectId: project.id, userId: user.id }
      if (
        await tx.prisma.projectMember.findUnique({
          where: { projectId_userId: key, accountId: caller.accountId }
        }) !== null
      ) throw new AlreadyMember()
      await tx.prisma.projectMember.create({
        data: { ...key, accountId: caller.accountId, role: 'Member', createdAt: tx.time }
      })
      await record(tx, {
        event: 'USER_LINKED',
        targets: { project_id: project.id, user_id: user.id },
        data: projectKind.data(project)
      })
    }),

  /** Throws NotMember and LastMember. */
  remove: ({ caller, transact }: Unit, projectId: string, sentUserId: number | bigint) =>
    transact(async (tx) => {
      const project = await lockItem(projectKind, tx, projectId)
      const userId = toRowId(sentUserId)
      const members = { projectId: project.id, accountId: caller.accountId }
      const member = userId === null
        ? null
        : await tx.prisma.projectMember.findFirst({ where: { ...members, userId } })
      if (member === null) throw new NotMember()
      if (await tx.prisma.projectMember.count({ where: members }) === 1) throw new LastMember()
      await tx.prisma.projectMember.deleteMany({ where: { ...members, userId: member.userId } })
      await record(tx, {
        event: 'USER_UNLINKED',
        targets: { project_id: project.id, user_id: member.userId },
        data: projectKind.data(project)
      })
    })
}

export type Members = typeof members
