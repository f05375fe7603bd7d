import { newId, toRowId } from '../../basics/ids.js'
import { SECOND_MS } from '../../basics/units.js'
import { record } from '../../core/events/record.js'
import type { Transaction } from '../../core/transact.js'
import type { Unit } from '../../core/unit.js'
import { LastAdministrator, LinkedUserNotFound, OwnRemoval, UserNotFound } from '../../errors.js'
import { removeMessages } from '../../mail/outbox/messages.js'
import { holdAdministrators, isLastAdministrator, type WaysIn } from '../administrators.js'
import { KEYS } from '../bus.js'
import { findEnabledUsers } from '../enabled-users.js'
import { endSessions, endTokens, holdUser } from '../session-writes.js'
import { REMOVED_NAME, removedEmail } from './shown.js'

/** The name of the job that gives away what removed users leave. */
export const REMOVALS_JOB = 'user-removals'

/** Until then no process knows the keys of the user any more: what it does in the user's name is done, or under way. */
const BEGINS_AFTER_MS = 10 * SECOND_MS

/**
 * Removes a user of the caller's account for good: the person is nowhere any more, and a job gives away what is left.
 * Returns whether there was such a user. Throws OwnRemoval, UserNotFound for an heir who is no other enabled user, and
 * LastAdministrator.
 */
export async function removeUser (
  tx: Transaction, { userId, heirId }: { readonly userId: number, readonly heirId: number | null }, ways: WaysIn
): Promise<boolean> {
  const { prisma, sql, caller: { accountId, userId: callerId }, time } = tx
  await holdAdministrators(tx)
  const user = await prisma.user.findFirst({ where: { id: userId, accountId, removedAt: null } })
  if (user === null) return false
  if (userId === callerId) throw new OwnRemoval()
  if (heirId !== null && (heirId === userId || (await findEnabledUsers(sql, accountId, [heirId])).length === 0)) {
    throw new UserNotFound(String(heirId))
  }
  if (await isLastAdministrator(tx, userId, ways)) throw new LastAdministrator()
  await holdUser(tx, userId)
  await prisma.userRemoval.create({
    data: {
      id: newId(),
      accountId,
      userId: callerId,
      removedId: userId,
      email: user.email,
      emailKey: user.emailKey,
      heirId,
      createdAt: time,
      dueAt: new Date(time.getTime() + BEGINS_AFTER_MS)
    }
  })
  const email = removedEmail(userId)
  await prisma.user.updateMany({
    where: { id: userId, accountId },
    data: {
      email,
      emailKey: email,
      name: REMOVED_NAME,
      admin: false,
      access: 'projects',
      mail: 'none',
      disabledAt: user.disabledAt ?? time,
      removedAt: time
    }
  })
  await endAtOnce(tx, userId)
  await record(tx, { event: 'USER_REMOVED', targets: { user_id: userId } })
  return true
}

/** Removes what lets a removed user in, and ends what the user has begun. */
export async function endAtOnce (tx: Transaction, userId: number): Promise<void> {
  const { prisma, caller: { accountId } } = tx
  const ofUser = { where: { userId, accountId } }
  await endSessions(tx, userId)
  await endTokens(tx, userId)
  await removeMessages(tx, userId)
  await prisma.apiKey.deleteMany(ofUser)
  await prisma.password.deleteMany(ofUser)
  await prisma.identity.deleteMany(ofUser)
  for (const { ofUser, ofRemoved } of tx.releases) {
    await ofUser?.(tx, userId)
    await ofRemoved?.atOnce?.(tx, userId)
  }
  tx.wake(KEYS)
}

/** The removal of users, for administrators. */
export const createUserRemovals = (ways: WaysIn) => ({
  /** Throws LinkedUserNotFound, OwnRemoval, UserNotFound and LastAdministrator. */
  async remove ({ transact }: Unit, sentId: string, sentHeirId?: number | bigint): Promise<void> {
    const userId = toRowId(sentId)
    const heirId = sentHeirId === undefined ? null : toRowId(sentHeirId)
    const isRemoved = await transact(async (tx) => {
      if (userId === null) return false
      if (sentHeirId !== undefined && heirId === null) throw new UserNotFound(String(sentHeirId))
      return removeUser(tx, { userId, heirId }, ways)
    })
    if (!isRemoved) throw new LinkedUserNotFound(sentId)
  }
})

export type UserRemovals = ReturnType<typeof createUserRemovals>
