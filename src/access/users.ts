import type { Database } from '../database/database.js'
import { LastAdministrator, OperatorMistake } from '../errors.js'
import { toMilliseconds } from '../basics/time.js'
import type { TokenKind } from '../tokens/tokens.js'
import type { Transact } from '../core/transact.js'
import { systemCaller, type Access } from '../core/caller.js'
import type { UserRow } from './account-users.js'
import type { WaysIn } from './administrators.js'
import { changeUser, insertKey, insertUser, revokeKey, type KeyScope } from './writes.js'
import { groupBy } from '../basics/group-by.js'
import { emailKey } from './email.js'
import { requireUserByEmail } from './find-user.js'
import { newApiKey } from '../basics/secrets.js'
import { issueToken, presentLink, type MailBase } from './links.js'
import { after, inserted, OF_ADMINISTRATOR, others, refused, requireAccount, requireFit, requireName } from './operator-mistakes.js'

interface NewUser {
  readonly email: string
  readonly admin: boolean
  /** Default: `account`. */
  readonly access?: Access
  readonly name?: string
  /** The name of the account. Default: the first one. */
  readonly account?: string
  /** A chosen key. Default: a new one. */
  readonly apiKey?: string
}

interface UsersDependencies {
  readonly database: Database
  readonly transact: Transact
  /** The base of links. */
  readonly url?: string
  readonly mailBase?: MailBase
  readonly ways?: WaysIn
}

interface NewOperatorKey {
  readonly email: string
  readonly name?: string | null
  readonly scope?: KeyScope
  /** Seconds. Default: for ever. */
  readonly expiresIn?: number | null
}

/**
 * The operator's functions for users, keys and tokens. The command prints their results. All may throw OperatorMistake.
 */
export function createUsers (
  { database, transact, url = '', mailBase = null, ways = { passwords: true } }: UsersDependencies
) {
  const { prisma } = database.reads

  function requirePasswords (): void {
    if (!ways.passwords) throw new OperatorMistake('PASSWORDS is off: people come in by the provider, without links')
  }

  const requireUser = (email: string) => requireUserByEmail(prisma, email)

  async function add ({ account: accountName, apiKey = newApiKey(), ...given }: NewUser) {
    const { email } = given
    requireFit(given)
    const account = await requireAccount(prisma, accountName)
    return inserted(email, transact(systemCaller(account), async (tx) => {
      const user = await insertUser(tx, given)
      await insertKey(tx, { userId: user.id, apiKey })
      return { ...presentAdded(user), api_key: apiKey }
    }))
  }

  /** Adds a user who comes in by the provider, or gets a key later. */
  async function addWithoutKey ({ account: accountName, ...given }: Omit<NewUser, 'apiKey'>) {
    requireFit(given)
    const account = await requireAccount(prisma, accountName)
    return inserted(given.email, transact(systemCaller(account), async (tx) =>
      presentAdded(await insertUser(tx, given))))
  }

  /** Adds a user with an invitation in place of a key. */
  async function invite ({ account: accountName, ...given }: Omit<NewUser, 'apiKey'>) {
    requirePasswords()
    requireFit(given)
    const account = await requireAccount(prisma, accountName)
    return inserted(given.email, transact(systemCaller(account), async (tx) => {
      const user = await insertUser(tx, given)
      const issued = await issueToken(tx, { userId: user.id, kind: 'confirmation', mailBase })
      return { ...presentAdded(user), invitation: presentLink(issued, url) }
    }))
  }

  async function resetPassword (email: string) {
    requirePasswords()
    const { id, account } = await requireUser(email)
    const issued = await refused(email, transact(systemCaller(account), (tx) =>
      issueToken(tx, { userId: id, kind: 'reset_password', mailBase })))
    return { id, email, password_reset: presentLink(issued, url) }
  }

  async function list () {
    const users = await prisma.user.findMany({ include: { account: true }, orderBy: { id: 'asc' } })
    const spellings = groupBy(users.map(({ email }) => email), emailKey)
    return users.map(({ id, email, name, admin, access, account, createdAt, disabledAt }) => ({
      id,
      email,
      name,
      admin,
      access,
      account: account.name,
      created_at: toMilliseconds(createdAt),
      disabled_at: disabledAt && toMilliseconds(disabledAt),
      ...others(spellings.get(emailKey(email))!, email)
    }))
  }

  async function setDisabled (email: string, disabled: boolean) {
    const { id, account } = await requireUser(email)
    const user = await transact(systemCaller(account), (tx) => changeUser(tx, id, { disabled }, ways))
      .catch((error: unknown) => {
        throw error instanceof LastAdministrator
          ? new OperatorMistake(`${email} is the last administrator who can still come in: add another one first`)
          : error
      })
    return { id, email: user!.email, disabled_at: user!.disabledAt && toMilliseconds(user!.disabledAt) }
  }

  async function setAccess (email: string, access: Access) {
    const { id, admin, account } = await requireUser(email)
    if (admin && access === 'projects') throw new OperatorMistake(OF_ADMINISTRATOR)
    const user = await transact(systemCaller(account), (tx) => changeUser(tx, id, { access }, ways))
    return { id, email: user!.email, access: user!.access }
  }

  async function setName (email: string, name: string) {
    requireName(name)
    const { id, account } = await requireUser(email)
    const user = await transact(systemCaller(account), (tx) => changeUser(tx, id, { name }, ways))
    return { id, email: user!.email, name: user!.name }
  }

  async function addKey ({ email, name = null, scope, expiresIn = null }: NewOperatorKey) {
    const user = await requireUser(email)
    if (user.disabledAt !== null) {
      throw new OperatorMistake(`${email} is disabled, so that no key of this user is valid: user enable --email makes them valid again`)
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

  return {
    add,
    addWithoutKey,
    invite,
    resetPassword,
    list,
    disable: (email: string) => setDisabled(email, true),
    enable: (email: string) => setDisabled(email, false),
    setAccess,
    setName,
    addKey,
    listKeys,
    revokeKey: removeKey,
    issueToken: issue
  }
}

export type Users = ReturnType<typeof createUsers>

function presentAdded ({ id, email, name, admin, access }: Pick<UserRow, 'id' | 'email' | 'name' | 'admin' | 'access'>) {
  return { id, email, ...(name !== '' && { name }), admin, access }
}
