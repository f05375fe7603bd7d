import { locks, takeLock } from '../database/locks.js'
import { statement } from '../database/sql.js'
import { InvalidParameter, LastAdministrator, UserExists } from '../errors.js'
import { record, type EventDraft } from '../core/events/record.js'
import type { Access } from '../core/caller.js'
import type { Transaction } from '../core/transact.js'
import { toName } from '../basics/names.js'
import { digest } from '../basics/secrets.js'
import { KEYS } from './bus.js'
import { emailKey } from './email.js'
import { holdAdministrators, isLastAdministrator, isLastKey, type WaysIn } from './administrators.js'
import { isEmailKept } from './removal/rows.js'
import { endSessions, endTokens } from './session-writes.js'

/** The scopes of a key: everything that its user may do, only reading, or only taking steps of runs. */
export const keyScopes = ['write', 'read', 'agent'] as const

/** Those of everybody. Administrators alone make keys for agents. */
export const usualScopes = ['write', 'read'] as const satisfies ReadonlyArray<typeof keyScopes[number]>

export type KeyScope = typeof keyScopes[number]

export interface NewKey {
  readonly userId: number
  /** The secret, as its user sends it. */
  readonly apiKey: string
  readonly name?: string | null
  readonly scope?: KeyScope
  readonly expiresAt?: Date | null
}

/** Changes of a user. Absent fields stay. */
export interface UserChanges {
  readonly disabled?: boolean
  readonly admin?: boolean
  readonly access?: Access
  readonly name?: string
}

export interface NewUserRow {
  readonly email: string
  readonly admin: boolean
  readonly access?: Access
  readonly name?: string
}

/** Prevents two users with the same e-mail address, added at the same time. */
const lockEmails = statement('emails_lock', () => `SELECT pg_advisory_xact_lock(${locks.emails})`)

/**
 * Adds a user, for the operator's command and for administrators. Throws UserExists, also for an e-mail that is kept
 * until all is given away that its user has left.
 */
export async function insertUser (
  tx: Transaction, { email, admin, access = 'account', name = '' }: NewUserRow
) {
  const key = emailKey(email)
  await takeLock(tx.sql, lockEmails, [])
  const other = await tx.prisma.user.findFirst({ where: { emailKey: key }, select: { id: true } })
  if (other !== null || await isEmailKept(tx.sql, email)) throw new UserExists()
  const user = await tx.prisma.user.create({
    data: {
      accountId: tx.caller.accountId, email, emailKey: key, admin, access, name: toName(name), createdAt: tx.time
    }
  })
  await record(tx, { event: 'USER_ADDED', targets: { user_id: user.id } })
  return user
}

export async function insertKey (
  tx: Transaction, { userId, apiKey, name = null, scope = 'write', expiresAt = null }: NewKey
) {
  const key = await tx.prisma.apiKey.create({
    data: { accountId: tx.caller.accountId, userId, name, scope, hash: digest(apiKey), createdAt: tx.time, expiresAt }
  })
  await record(tx, { event: 'API_KEY_ADDED', targets: { user_id: userId, api_key_id: key.id } })
  return key
}

/** Returns whether there was such a valid key. Throws LastAdministrator. */
export async function revokeKey (
  tx: Transaction, { id, userId }: { id: number, userId: number }, ways: WaysIn
): Promise<boolean> {
  await holdAdministrators(tx)
  if (await isLastKey(tx, id, ways)) throw new LastAdministrator()
  const { count } = await tx.prisma.apiKey.updateMany({
    where: { id, userId, accountId: tx.caller.accountId, revokedAt: null },
    data: { revokedAt: tx.time }
  })
  if (count === 0) return false
  tx.wake(KEYS)
  await record(tx, { event: 'API_KEY_REMOVED', targets: { user_id: userId, api_key_id: id } })
  return true
}

export const ACCESS_RULE = 'Must be account for an administrator'

/** An administrator sees everything. Throws InvalidParameter. */
export function requireAccess ({ admin, access }: { readonly admin: boolean, readonly access?: Access }): void {
  if (admin && access === 'projects') throw new InvalidParameter('access', '"projects"', ACCESS_RULE)
}

function renamed (userId: number): EventDraft {
  return { event: 'USER_EDITED', targets: { user_id: userId, change: 'name' } }
}

/** Sets the name of a user. Returns it as it is stored. */
export async function renameUser (tx: Transaction, userId: number, sent: string): Promise<string> {
  const name = toName(sent)
  const where = { id: userId, accountId: tx.caller.accountId, removedAt: null, name: { not: name } }
  const { count } = await tx.prisma.user.updateMany({ where, data: { name } })
  if (count > 0) await record(tx, renamed(userId))
  return name
}

/**
 * Returns the changed user; null if the account has none with this id. A user who becomes an administrator sees
 * everything. Throws InvalidParameter and LastAdministrator.
 */
export async function changeUser (tx: Transaction, userId: number, changes: UserChanges, ways: WaysIn) {
  const { accountId } = tx.caller
  await holdAdministrators(tx)
  const user = await tx.prisma.user.findFirst({ where: { id: userId, accountId, removedAt: null } })
  if (user === null) return null
  const { admin = user.admin, disabled = user.disabledAt !== null } = changes
  requireAccess({ admin, access: changes.access })
  const access = admin ? 'account' : changes.access ?? user.access
  const name = changes.name === undefined ? user.name : toName(changes.name)
  const isEdited = admin !== user.admin || disabled !== (user.disabledAt !== null)
  const isRenamed = name !== user.name
  if (!isEdited && !isRenamed && access === user.access) return user
  if ((disabled || !admin) && await isLastAdministrator(tx, userId, ways)) throw new LastAdministrator()
  const data = { admin, access, name, disabledAt: disabled ? user.disabledAt ?? tx.time : null }
  await tx.prisma.user.updateMany({ where: { id: userId, accountId }, data })
  if (disabled) {
    await endSessions(tx, userId)
    await endTokens(tx, userId)
    for (const release of tx.releases) await release.ofUser?.(tx, userId)
  }
  tx.wake(KEYS)
  if (isEdited) await record(tx, { event: 'USER_EDITED', targets: { user_id: userId } })
  if (isRenamed) await record(tx, renamed(userId))
  if (access !== user.access) await record(tx, { event: 'PERMISSION_EDITED', targets: { user_id: userId } })
  return { ...user, ...data }
}
