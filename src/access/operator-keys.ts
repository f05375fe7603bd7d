import { toMilliseconds } from '../basics/time.js'
import { newApiKey } from '../basics/secrets.js'
import { systemCaller } from '../core/caller.js'
import type { Transact } from '../core/transact.js'
import type { Database } from '../database/database.js'
import { LastAdministrator, OperatorMistake } from '../errors.js'
import type { TokenKind } from '../tokens/tokens.js'
import type { WaysIn } from './administrators.js'
import { requireUserByEmail } from './find-user.js'
import { issueToken } from './password-links.js'
import { after, refused } from './operator-mistakes.js'
import { insertKey, revokeKey, type KeyScope } from './writes.js'

interface NewOperatorKey {
  readonly email: string
  readonly name?: string | null
  readonly scope?: KeyScope
  /** Seconds. Default: for ever. */
  readonly expiresIn?: number | null
}

interface OperatorKeysDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly ways: WaysIn
}

/** The operator's functions for keys and tokens. The command prints their results. All may throw OperatorMistake. */
export function createOperatorKeys ({ database, transact, ways }: OperatorKeysDependencies) {
  const { prisma } = database.reads
  const requireUser = (email: string) => requireUserByEmail(prisma, email)

  async function addKey ({ email, name = null, scope, expiresIn = null }: NewOperatorKey) {
    const user = await requireUser(email)
    if (user.disabledAt !== null) {
      throw new OperatorMistake(`${email} is disabled, so that no key of this user is valid: user enable --email makes them valid again`)
    }
    if (scope === 'agent' && !user.admin) {
      throw new OperatorMistake(`${email} is no administrator, and only they have keys with the scope agent`)
    }
    return transact(systemCaller(user.account), async (tx) => {
      const apiKey = newApiKey()
      const expiresAt = expiresIn === null ? null : after(tx.time, expiresIn)
      const key = await insertKey(tx, { userId: user.id, apiKey, name, scope, expiresAt })
      return { id: key.id, api_key: apiKey, scope: key.scope, expires_at: expiresAt && toMilliseconds(expiresAt) }
    })
  }

  async function listKeys () {
    const keys = await prisma.apiKey.findMany({ include: { user: true }, orderBy: { id: 'asc' } })
    return keys.map(({ id, name, scope, user, createdAt, expiresAt, lastUsedAt, revokedAt }) => ({
      id,
      email: user.email,
      name,
      scope,
      created_at: toMilliseconds(createdAt),
      expires_at: expiresAt && toMilliseconds(expiresAt),
      last_used_at: lastUsedAt && toMilliseconds(lastUsedAt),
      revoked_at: revokedAt && toMilliseconds(revokedAt)
    }))
  }

  async function removeKey (id: number) {
    const key = await prisma.apiKey.findUnique({ where: { id }, include: { user: { include: { account: true } } } })
    if (key === null) throw new OperatorMistake(`There is no key ${id}`)
    return transact(systemCaller(key.user.account), async (tx) => {
      await revokeKey(tx, key, ways)
      return { id, revoked_at: toMilliseconds(key.revokedAt ?? tx.time) }
    }).catch((error: unknown) => {
      throw error instanceof LastAdministrator
        ? new OperatorMistake(`${id} is the last key of ${key.user.email}, the last administrator who can still come in: add another one first`)
        : error
    })
  }

  async function issue ({ kind, email, expiresIn }: { kind: TokenKind, email: string, expiresIn?: number }) {
    const { id, account } = await requireUser(email)
    const { token, expiresAt } = await refused(email, transact(systemCaller(account), (tx) =>
      issueToken(tx, { userId: id, kind, ...(expiresIn !== undefined && { expiresAt: after(tx.time, expiresIn) }) })))
    return { token, expires_at: toMilliseconds(expiresAt) }
  }

  return { addKey, listKeys, revokeKey: removeKey, issueToken: issue }
}
