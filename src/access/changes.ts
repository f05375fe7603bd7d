import { statement } from '../database/sql.js'
import { LastAdministrator, UserExists } from '../errors.js'
import { record } from '../core/events/record.js'
import { toDatabase } from '../basics/time.js'
import type { Transaction } from '../core/transact.js'
import { digest } from '../basics/secrets.js'

/** What a key may do: everything that its user may, or only read. */
export const keyScopes = ['write', 'read'] as const

export type KeyScope = typeof keyScopes[number]

export interface NewKey {
  readonly userId: number
  /** The key as its user sends it. */
  readonly apiKey: string
  readonly name?: string | null
  readonly scope?: KeyScope
  readonly expiresAt?: Date | null
}

/** What of a user can be changed. What is left out stays as it is. */
export interface UserChanges {
  readonly disabled?: boolean
  readonly admin?: boolean
}

/**
 * Whoever changes users of an account goes one after the other, so that two administrators do not disable each other.
 * $1 account
 */
const lockAccount = statement('accounts_lock', (sql) => `SELECT id FROM accounts WHERE id = $1 ${sql.forUpdate}`)

/** $1 account, $2 now: the administrators who can still come in and change something, two of them at most */
const ableAdministrators = statement('users_able_administrators', (sql) => `
  SELECT u.id FROM users u WHERE u.account_id = $1 AND u.admin AND u.disabled_at IS NULL AND EXISTS (
    SELECT 1 FROM api_keys k WHERE k.user_id = u.id AND k.revoked_at IS NULL AND k.scope = 'write'
      AND (k.expires_at IS NULL OR k.expires_at > ${sql.moment('$2')}))
  ORDER BY u.id LIMIT 2`)

/** What the operator's command and the administrators' requests do to users and keys. Throws UserExists. */
export async function insertUser (tx: Transaction, { email, admin }: { email: string, admin: boolean }) {
  const user = await tx.prisma.user.create({
    data: { accountId: tx.caller.accountId, email, admin, createdAt: tx.time }
  })
    .catch((error: unknown) => {
      throw isTaken(error) ? new UserExists() : error
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

/** Says whether there was such a key that was not revoked yet. */
export async function revokeKey (tx: Transaction, { id, userId }: { id: number, userId: number }): Promise<boolean> {
  const { count } = await tx.prisma.apiKey.updateMany({
    where: { id, userId, accountId: tx.caller.accountId, revokedAt: null },
    data: { revokedAt: tx.time }
  })
  if (count > 0) await record(tx, { event: 'API_KEY_REMOVED', targets: { user_id: userId, api_key_id: id } })
  return count > 0
}

/** Gives the user as it is then; null where the account has none with this id. Throws LastAdministrator. */
export async function changeUser (tx: Transaction, userId: number, changes: UserChanges) {
  const { accountId } = tx.caller
  await tx.sql.first(lockAccount, [accountId])
  const user = await tx.prisma.user.findFirst({ where: { id: userId, accountId } })
  if (user === null) return null
  const { admin = user.admin, disabled = user.disabledAt !== null } = changes
  if (admin === user.admin && disabled === (user.disabledAt !== null)) return user
  if ((disabled || !admin) && await isLastAdministrator(tx, userId)) throw new LastAdministrator()
  const data = { admin, disabledAt: disabled ? user.disabledAt ?? tx.time : null }
  await tx.prisma.user.updateMany({ where: { id: userId, accountId }, data })
  await record(tx, { event: 'USER_EDITED', targets: { user_id: userId } })
  return { ...user, ...data }
}

/** Whether nobody else could come in: who is no administrator, or has no valid key, is not the last one either. */
async function isLastAdministrator (tx: Transaction, userId: number): Promise<boolean> {
  const able = await tx.sql.all<{ id: number }>(ableAdministrators, [tx.caller.accountId, toDatabase(tx.time)])
  return able.length === 1 && able[0]!.id === userId
}

/** Whether a unique index refused a row. */
function isTaken (error: unknown): boolean {
  return (error as { code?: string }).code === 'P2002'
}
