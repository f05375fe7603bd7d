import { AlreadyMember, LastMember, NotMember, UserNotFound } from '../errors.js'
import { record } from '../core/events/record.js'
import { toRowId } from '../basics/ids.js'
import { projectKind } from '../items/kinds.js'
import { lockItem } from '../items/require.js'
import { requireRight } from '../items/standing.js'
import type { Page } from '../basics/page.js'
import type { Role } from '../access/roles.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import { colleaguesAmong } from '../items/colleagues.js'
import { memberEvent } from '../projects/admins.js'

/** The member of section 2.3 of the contract. */
export interface Member {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly role: string
}

/**
 * Members of projects. A change locks its project, so that concurrent changes run one after the other. Each throws
 * ProjectNotFound.
 */
export const members = {
  /** The members of a project that was required before. */
  async list ({ caller, reads }: Unit, projectId: string, { after, limit }: Page): Promise<Member[]> {
    const members = await reads.prisma.projectMember.findMany({
      where: { projectId, accountId: caller.accountId, userId: { gt: toRowId(after) ?? 0 } },
      orderBy: { userId: 'asc' },
      take: limit,
      select: { role: true, user: { select: { id: true, email: true, name: true } } }
    })
    return members.map(({ user, role }) => ({ ...user, role }))
  },

  /** Throws UserNotFound, RoleRefused and AlreadyMember. */
  async add (
    { caller, reads, transact }: Unit, projectId: string, sentUserId: number | bigint, role: Role = 'Member'
  ) {
    const userId = toRowId(sentUserId)
    const colleagues = await colleaguesAmong(reads.sql, caller, userId === null ? [] : [userId])
    return transact(async (tx) => {
      const project = await lockItem(projectKind, tx, projectId, 'read')
      const user = userId === null
        ? null
        : await tx.prisma.user.findFirst({ where: { id: userId, accountId: caller.accountId, removedAt: null } })
      if (user === null || !colleagues.has(user.id)) throw new UserNotFound(String(sentUserId))
      await requireRight(projectKind, tx.sql, caller, project.id, 'manage')
      const key = { projectId: project.id, userId: user.id }
      if (
        await tx.prisma.projectMember.findUnique({
          where: { projectId_userId: key, accountId: caller.accountId }
        }) !== null
      ) throw new AlreadyMember()
      await tx.prisma.projectMember.create({
        data: { ...key, accountId: caller.accountId, role, createdAt: tx.time }
      })
      await record(tx, memberEvent('USER_LINKED', project, user.id))
    })
  },

  /** Throws NotMember and RoleRefused. */
  setRole: ({ caller, transact }: Unit, projectId: string, sentUserId: number | bigint, role: Role) =>
    transact(async (tx) => {
      const project = await lockItem(projectKind, tx, projectId, 'read')
      const member = await requireMember(tx, project.id, sentUserId)
      await requireRight(projectKind, tx.sql, caller, project.id, 'manage')
      if (member.role === role) return
      await tx.prisma.projectMember.updateMany({
        where: { projectId: project.id, accountId: caller.accountId, userId: member.userId }, data: { role }
      })
      await record(tx, memberEvent('USER_ROLE_EDITED', project, member.userId))
    }),

  /** Everybody may leave a project. Throws NotMember, RoleRefused and LastMember. */
  remove: ({ caller, transact }: Unit, projectId: string, sentUserId: number | bigint) =>
    transact(async (tx) => {
      const project = await lockItem(projectKind, tx, projectId, 'read')
      const members = { projectId: project.id, accountId: caller.accountId }
      const member = await requireMember(tx, project.id, sentUserId)
      if (member.userId !== caller.userId) {
        await requireRight(projectKind, tx.sql, caller, project.id, 'manage')
      }
      if (await tx.prisma.projectMember.count({ where: members }) === 1) throw new LastMember()
      await tx.prisma.projectMember.deleteMany({ where: { ...members, userId: member.userId } })
      await record(tx, memberEvent('USER_UNLINKED', project, member.userId))
    })
}

export type Members = typeof members

/** Throws NotMember. */
async function requireMember ({ prisma, caller }: Transaction, projectId: string, sentUserId: number | bigint) {
  const userId = toRowId(sentUserId)
  const member = userId === null
    ? null
    : await prisma.projectMember.findFirst({ where: { projectId, accountId: caller.accountId, userId } })
  if (member === null) throw new NotMember()
  return member
}
