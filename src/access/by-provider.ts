import { toDatabase } from '../basics/time.js'
import { systemCaller } from '../core/caller.js'
import { record } from '../core/events/record.js'
import type { Transact, Transaction } from '../core/transact.js'
import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { UserExists } from '../errors.js'
import { firstAccount } from './accounts.js'
import { isEmail } from './email.js'
import { isEmailKept } from './removal/rows.js'
import { endTokens, holdUser, insertSession } from './session-writes.js'
import type { BegunSession } from './sign-in.js'
import { findByEmail } from './sign-in-user.js'
import { insertUser } from './writes.js'

/** A person, as the provider identifies them. */
export interface ProviderIdentity {
  readonly issuer: string
  readonly subject: string
  /** Null if the provider gives none, or has not verified it. */
  readonly email: string | null
  /** The reason for null, for the log. */
  readonly lacks: string | null
  /** The groups of the person there. Null if nothing is known of them. */
  readonly groups: readonly string[] | null
}

/** Why a person whom the provider has identified may not sign in. */
export type Refusal = 'unverified' | 'unknown' | 'disabled' | 'bound'

export class ProviderUserRefused extends Error {
  override name = 'ProviderUserRefused'

  constructor (readonly reason: Refusal, detail: string | null = null) {
    super(`no user may come in by this identity: ${detail ?? reason}`)
  }
}

/** Another process has bound the identity or made the user since the look-up: look again. */
class Overtaken extends Error {}

interface BoundRow {
  readonly id: number
  readonly account_id: number
  readonly account: string
}

/** $1 issuer, $2 subject */
const findBound = statement<BoundRow>('identities_find', () => `
  SELECT i.user_id AS id, i.account_id, a.name AS account FROM identities i JOIN accounts a ON a.id = i.account_id
  WHERE i.issuer = $1 AND i.subject = $2`)

/** $1 user, $2 account, $3 issuer, $4 subject, $5 now */
const bind = statement('identities_bind', (sql) => `
  INSERT INTO identities (user_id, account_id, issuer, subject, created_at) VALUES ($1, $2, $3, $4, ${sql.moment('$5')})
  ON CONFLICT DO NOTHING`)

/** $1 user, $2 issuer */
const findSubject = statement<{ subject: string }>('identities_of_user', () =>
  'SELECT subject FROM identities WHERE user_id = $1 AND issuer = $2')

export interface ByProviderDependencies {
  readonly database: Database
  readonly transact: Transact
  /** Whether an unknown person is made a user of the first account, with the access `projects`. */
  readonly makesUsers: boolean
  /** Puts a locked user into the groups that the provider has named, before the session is there. */
  readonly followGroups: (tx: Transaction, userId: number, groups: readonly string[]) => Promise<void>
}

/**
 * Signs people in by a provider. The first sign-in binds the provider's subject to the user with the verified e-mail.
 */
export function createByProvider ({ database, transact, makesUsers, followGroups }: ByProviderDependencies) {
  const { sql } = database.reads

  async function enter (identity: ProviderIdentity, userAgent: string | undefined): Promise<BegunSession> {
    const { issuer, subject, email, lacks } = identity
    const bound = await sql.first(findBound, [issuer, subject])
    if (bound !== undefined) {
      return transact(systemCaller({ id: bound.account_id, name: bound.account }, bound.id), (tx) =>
        startSession(tx, bound.id, identity, userAgent))
    }
    if (email === null) throw new ProviderUserRefused('unverified', lacks)
    if (!isEmail(email)) throw new ProviderUserRefused('unverified', 'the claim email is no e-mail address')
    const user = await findByEmail(database, email)
    if (user === null) return makeUser(identity, email, userAgent)
    const caller = systemCaller({ id: user.account_id, name: user.account }, user.id)
    return transact(caller, (tx) => bindAndStartSession(tx, user.id, identity, userAgent))
  }

  async function makeUser (
    identity: ProviderIdentity, email: string, userAgent: string | undefined
  ): Promise<BegunSession> {
    const account = makesUsers ? await firstAccount(database) : undefined
    if (account === undefined) throw new ProviderUserRefused('unknown')
    return transact(systemCaller(account), async (tx) => {
      // The e-mail of a removed user is free for a new one when nothing belongs to it any more.
      if (await isEmailKept(tx.sql, email)) throw new ProviderUserRefused('unknown', 'the e-mail is that of a removed user')
      const { id } = await insertUser(tx, { email, admin: false, access: 'projects' }).catch((error: unknown) => {
        throw error instanceof UserExists ? new Overtaken() : error
      })
      return bindAndStartSession(tx, id, identity, userAgent)
    })
  }

  async function startSession (
    tx: Transaction, userId: number, { groups }: ProviderIdentity, userAgent: string | undefined
  ): Promise<BegunSession> {
    const { isDisabled } = await holdUser(tx, userId)
    if (isDisabled) throw new ProviderUserRefused('disabled')
    if (groups !== null) await followGroups(tx, userId, groups)
    await endTokens(tx, userId)
    return { userId, ...await insertSession(tx, userId, { keep: false, userAgent }) }
  }

  async function bindAndStartSession (
    tx: Transaction, userId: number, identity: ProviderIdentity, userAgent: string | undefined
  ): Promise<BegunSession> {
    const begun = await startSession(tx, userId, identity, userAgent)
    const { issuer, subject } = identity
    const { sql, caller: { accountId }, time } = tx
    const known = await sql.first(findSubject, [userId, issuer])
    if (known !== undefined) throw known.subject === subject ? new Overtaken() : new ProviderUserRefused('bound')
    if (await sql.run(bind, [userId, accountId, issuer, subject, toDatabase(time)]) === 0) throw new Overtaken()
    await record(tx, { event: 'USER_EDITED', targets: { user_id: userId, change: 'provider' } })
    return begun
  }

  return {
    /** Throws ProviderUserRefused. */
    enter: (identity: ProviderIdentity, userAgent: string | undefined): Promise<BegunSession> =>
      enter(identity, userAgent).catch((error: unknown) => {
        if (error instanceof Overtaken) return enter(identity, userAgent)
        throw error
      })
  }
}

export type ByProvider = ReturnType<typeof createByProvider>
