import type { Database } from '../database/database.js'
import { LastAdministrator, OperatorMistake } from '../errors.js'
import { toMilliseconds } from '../basics/time.js'
import type { Transact } from '../core/transact.js'
import { systemCaller, type Access } from '../core/caller.js'
import type { UserRow } from './account-users.js'
import type { WaysIn } from './administrators.js'
import { changeUser, insertKey, insertUser } from './writes.js'
import { requireUserByEmail } from './find-user.js'
import { newApiKey } from '../basics/secrets.js'
import { issueToken, presentLink, type MailBase } from './password-links.js'
import { removeUser } from './removal/remove.js'
import { createOperatorKeys } from './operator-keys.js'
import {
  inserted, lastAdministrator, OF_ADMINISTRATOR, refused, removed, requireAccount, requireFit, requireName
} from './operator-mistakes.js'

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
    const users = await prisma.user.findMany({
      where: { removedAt: null }, include: { account: true }, orderBy: { id: 'asc' }
    })
    return users.map(({ id, email, name, admin, access, account, createdAt, disabledAt }) => ({
      id,
      email,
      name,
      admin,
      access,
      account: account.name,
      created_at: toMilliseconds(createdAt),
      disabled_at: disabledAt && toMilliseconds(disabledAt)
    }))
  }

  async function setDisabled (email: string, disabled: boolean) {
    const { id, account } = await requireUser(email)
    const user = await transact(systemCaller(account), (tx) => changeUser(tx, id, { disabled }, ways))
      .catch((error: unknown) => {
        throw error instanceof LastAdministrator ? new OperatorMistake(lastAdministrator(email)) : error
      })
    return { id, email: user!.email, disabled_at: user!.disabledAt && toMilliseconds(user!.disabledAt) }
  }

  /** The job gives away what the user leaves. */
  async function remove (email: string, to?: string) {
    const { id, account } = await requireUser(email)
    const heir = to === undefined ? null : await requireUser(to)
    await removed(email, to, transact(systemCaller(account), (tx) =>
      removeUser(tx, { userId: id, heirId: heir?.id ?? null }, ways)))
    return { id }
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

  return {
    add,
    addWithoutKey,
    invite,
    resetPassword,
    list,
    disable: (email: string) => setDisabled(email, true),
    enable: (email: string) => setDisabled(email, false),
    remove,
    setAccess,
    setName,
    ...createOperatorKeys({ database, transact, ways })
  }
}

export type Users = ReturnType<typeof createUsers>

function presentAdded ({ id, email, name, admin, access }: Pick<UserRow, 'id' | 'email' | 'name' | 'admin' | 'access'>) {
  return { id, email, ...(name !== '' && { name }), admin, access }
}
