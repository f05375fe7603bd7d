import type { Database, Prisma } from '../database/database.js'
import { OperatorMistake } from '../errors.js'
import { record } from '../events/record.js'
import { toMilliseconds } from '../time.js'
import { tokenKinds, type TokenKind } from '../tokens/tokens.js'
import type { Transact, Transaction } from '../transact.js'
import { nobody } from './caller.js'
import { digest, newApiKey, newToken } from './secrets.js'

const EMAIL = /^[^\s@]+@[^\s@]+$/
/** PostgreSQL and the contract's dates go no further than four digits of a year. */
const LAST_MOMENT = Date.UTC(9999, 0)

interface NewUser {
  readonly email: string
  readonly admin: boolean
  /** The name of the account; the first one where it is not given. */
  readonly account?: string
  /** A key that somebody has chosen; a new one is made where it is not given. */
  readonly apiKey?: string
}

/** What the operator does to users, keys and tokens. Answers are as the command prints them. Everything may throw OperatorMistake. */
export function createUsers ({ database, transact }: { database: Database, transact: Transact }) {
  const { prisma } = database.reads

  const requireUser = async (email: string) => {
    const user = await prisma.user.findUnique({ where: { email }, include: { account: true } })
    if (user === null) throw new OperatorMistake(`There is no user ${email}`)
    return user
  }

  async function add ({ email, admin, account: accountName, apiKey = newApiKey() }: NewUser) {
    if (!EMAIL.test(email)) throw new OperatorMistake(`${JSON.stringify(email)} is not an e-mail address`)
    const account = await requireAccount(prisma, accountName)
    return transact(nobody(account), async (tx) => {
      const user = await tx.prisma.user.create({ data: { accountId: account.id, email, admin, createdAt: tx.time } })
        .catch((error: unknown) => { throw isTaken(error) ? new OperatorMistake(`There is a user ${email} already`) : error })
      await record(tx, { event: 'USER_ADDED', targets: { user_id: user.id } })
      await createKey(tx, user.id, apiKey, null, null)
      return { id: user.id, email, admin, api_key: apiKey }
    })
  }

  async function list () {
    const users = await prisma.user.findMany({ include: { account: true }, orderBy: { id: 'asc' } })
    return users.map(({ id, email, admin, account, createdAt, disabledAt }) => ({
      id, email, admin, account: account.name, created_at: toMilliseconds(createdAt), disabled_at: disabledAt && toMilliseconds(disabledAt)
    }))
  }

  async function disable (email: string) {
    const user = await requireUser(email)
    return transact(nobody(user.account), async (tx) => {
      const { count } = await tx.prisma.user.updateMany({ where: { id: user.id, disabledAt: null }, data: { disabledAt: tx.time } })
      if (count > 0) await record(tx, { event: 'USER_EDITED', targets: { user_id: user.id } })
      return { id: user.id, email, disabled_at: toMilliseconds(user.disabledAt ?? tx.time) }
    })
  }

  async function addKey ({ email, name = null, expiresIn = null }: { email: string, name?: string | null, expiresIn?: number | null }) {
    const user = await requireUser(email)
    return transact(nobody(user.account), async (tx) => {
      const apiKey = newApiKey()
      const expiresAt = expiresIn === null ? null : after(tx.time, expiresIn)
      const { id } = await createKey(tx, user.id, apiKey, name, expiresAt)
      return { id, api_key: apiKey, expires_at: expiresAt && toMilliseconds(expiresAt) }
    })
  }

  async function listKeys () {
    const keys = await prisma.apiKey.findMany({ include: { user: true }, orderBy: { id: 'asc' } })
    return keys.map(({ id, name, user, createdAt, expiresAt, lastUsedAt, revokedAt }) => ({
      id,
      email: user.email,
      name,
      created_at: toMilliseconds(createdAt),
      expires_at: expiresAt && toMilliseconds(expiresAt),
      last_used_at: lastUsedAt && toMilliseconds(lastUsedAt),
      revoked_at: revokedAt && toMilliseconds(revokedAt)
    }))
  }

  async function revokeKey (id: number) {
    const key = await prisma.apiKey.findUnique({ where: { id }, include: { user: { include: { account: true } } } })
    if (key === null) throw new OperatorMistake(`There is no key ${id}`)
    return transact(nobody(key.user.account), async (tx) => {
      const { count } = await tx.prisma.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: tx.time } })
      if (count > 0) await record(tx, { event: 'API_KEY_REMOVED', targets: { user_id: key.userId, api_key_id: id } })
      return { id, revoked_at: toMilliseconds(key.revokedAt ?? tx.time) }
    })
  }

  async function issueToken ({ kind, email, expiresIn }: { kind: TokenKind, email: string, expiresIn?: number }) {
    const user = await requireUser(email)
    return transact(nobody(user.account), async (tx) => {
      const token = newToken()
      const expiresAt = after(tx.time, expiresIn ?? tokenKinds[kind].lifetimeSeconds)
      await tx.prisma.token.create({
        data: { accountId: user.accountId, userId: user.id, kind, hash: digest(token), createdAt: tx.time, expiresAt }
      })
      return { token, expires_at: toMilliseconds(expiresAt) }
    })
  }

  return { add, list, disable, addKey, listKeys, revokeKey, issueToken }
}

export type Users = ReturnType<typeof createUsers>

async function requireAccount (prisma: Prisma, name?: string) {
  const account = name === undefined
    ? await prisma.account.findFirst({ orderBy: { id: 'asc' } })
    : await prisma.account.findUnique({ where: { name } })
  if (account === null) throw new OperatorMistake(name === undefined ? 'There is no account yet: the first start of the service makes it' : `There is no account ${name}`)
  return account
}

async function createKey (tx: Transaction, userId: number, apiKey: string, name: string | null, expiresAt: Date | null) {
  const key = await tx.prisma.apiKey.create({
    data: { accountId: tx.caller.accountId, userId, name, hash: digest(apiKey), createdAt: tx.time, expiresAt }
  })
  await record(tx, { event: 'API_KEY_ADDED', targets: { user_id: userId, api_key_id: key.id } })
  return key
}

function after (moment: Date, seconds: number): Date {
  const time = moment.getTime() + seconds * 1000
  if (time >= LAST_MOMENT) throw new OperatorMistake(`${seconds} seconds from now is too far away`)
  return new Date(time)
}

/** Whether a unique index refused a row. */
function isTaken (error: unknown): boolean {
  return (error as { code?: string }).code === 'P2002'
}
