import type { Database, Prisma } from '../database/database.js'
import { LastAdministrator, OperatorMistake, UserExists } from '../errors.js'
import { toMilliseconds } from '../basics/time.js'
import { tokenKinds, type TokenKind } from '../tokens/tokens.js'
import type { Transact } from '../core/transact.js'
import { systemCaller } from '../core/caller.js'
import { changeUser, insertKey, insertUser, revokeKey, type KeyScope } from './writes.js'
import { groupBy } from '../basics/group-by.js'
import { emailKey, isEmail } from './email.js'
import { requireUserByEmail } from './find-user.js'
import { digest, newApiKey, newToken } from '../basics/secrets.js'

/** PostgreSQL and the contract's dates allow only four digits of a year. */
const LAST_MOMENT = Date.UTC(9999, 0)

interface NewUser {
  readonly email: string
  readonly admin: boolean
  /** The name of the account. Default: the first one. */
  readonly account?: string
  /** A chosen key. Default: a new one. */
  readonly apiKey?: string
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
export function createUsers ({ database, transact }: { database: Database, transact: Transact }) {
  const { prisma } = database.reads

  const requireUser = (email: string) => requireUserByEmail(prisma, email)

  async function add ({ email, admin, account: accountName, apiKey = newApiKey() }: NewUser) {
    if (!isEmail(email)) throw new OperatorMistake(`${JSON.stringify(email)} is not an e-mail address`)
    const account = await requireAccount(prisma, accountName)
    return transact(systemCaller(account), async (tx) => {
      const user = await insertUser(tx, { email, admin })
      await insertKey(tx, { userId: user.id, apiKey })
      return { id: user.id, email, admin, api_key: apiKey }
    }).catch((error: unknown) => {
      throw error instanceof UserExists ? new OperatorMistake(`There is a user ${email} already`) : error
    })
  }

  async function list () {
    const users = await prisma.user.findMany({ include: { account: true }, orderBy: { id: 'asc' } })
    const spellings = groupBy(users.map(({ email }) => email), emailKey)
    return users.map(({ id, email, admin, account, createdAt, disabledAt }) => ({
      id,
      email,
      admin,
      account: account.name,
      created_at: toMilliseconds(createdAt),
      disabled_at: disabledAt && toMilliseconds(disabledAt),
      ...others(spellings.get(emailKey(email))!, email)
    }))
  }

  async function setDisabled (email: string, disabled: boolean) {
    const { id, account } = await requireUser(email)
    const user = await transact(systemCaller(account), (tx) => changeUser(tx, id, { disabled }))
      .catch((error: unknown) => {
        throw error instanceof LastAdministrator
          ? new OperatorMistake(`${email} is the last administrator who can still come in: add another one first`)
          : error
      })
    return { id, email: user!.email, disabled_at: user!.disabledAt && toMilliseconds(user!.disabledAt) }
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
      await revokeKey(tx, key)
      return { id, revoked_at: toMilliseconds(key.revokedAt ?? tx.time) }
    }).catch((error: unknown) => {
      throw error instanceof LastAdministrator
        ? new OperatorMistake(`${id} is the last key of ${key.user.email}, the last administrator who can still come in: add another one first`)
        : error
    })
  }

  async function issueToken ({ kind, email, expiresIn }: { kind: TokenKind, email: string, expiresIn?: number }) {
    const user = await requireUser(email)
    return transact(systemCaller(user.account), async (tx) => {
      const token = newToken()
      const expiresAt = after(tx.time, expiresIn ?? tokenKinds[kind].lifetimeSeconds)
      await tx.prisma.token.create({
        data: { accountId: user.accountId, userId: user.id, kind, hash: digest(token), createdAt: tx.time, expiresAt }
      })
      return { token, expires_at: toMilliseconds(expiresAt) }
    })
  }

  return {
    add,
    list,
    disable: (email: string) => setDisabled(email, true),
    enable: (email: string) => setDisabled(email, false),
    addKey,
    listKeys,
    revokeKey: removeKey,
    issueToken
  }
}

export type Users = ReturnType<typeof createUsers>

async function requireAccount (prisma: Prisma, name?: string) {
  const account = name === undefined
    ? await prisma.account.findFirst({ orderBy: { id: 'asc' } })
    : await prisma.account.findUnique({ where: { name } })
  if (account === null) {
    throw new OperatorMistake(name === undefined
      ? 'There is no account yet: the first start of the service makes it'
      : `There is no account ${name}`)
  }
  return account
}

/** Users from older versions with the same e-mail address in another case. */
function others (spellings: readonly string[], email: string): { same_email?: string[] } {
  return spellings.length === 1 ? {} : { same_email: spellings.filter((each) => each !== email) }
}

function after (moment: Date, seconds: number): Date {
  const time = moment.getTime() + seconds * 1000
  if (time >= LAST_MOMENT) throw new OperatorMistake(`${seconds} seconds from now is too far away`)
  return new Date(time)
}
