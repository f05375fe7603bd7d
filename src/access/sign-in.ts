import type { Database } from '../database/database.js'
import { digest } from '../basics/secrets.js'
import { systemCaller } from '../core/caller.js'
import type { Transact, Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import { InvalidParameter, InvalidToken, MissingParameter, Unauthorized } from '../errors.js'
import { tokenKinds, type TokenKind } from '../tokens/tokens.js'
import { describeAttempt, takeBack, type Attempts } from './attempts.js'
import { partyOf } from './network.js'
import type { PasswordTurns } from './password-turns.js'
import { hashPassword, isPassword } from './passwords.js'
import { holdUser, insertSession, passwordOf, setPassword, type SessionRow } from './session-writes.js'
import { findByEmail } from './sign-in-user.js'

/** Where a request comes from. */
export interface Origin {
  readonly address: string
  readonly userAgent: string | undefined
}

/** A session that has begun, with its secret for the cookie. */
export interface BegunSession {
  readonly userId: number
  readonly row: SessionRow
  readonly token: string
}

/** The user to whom a token belongs, and the one who has made it: null for the operator. */
export interface TokenOwner {
  readonly kind: TokenKind
  readonly email: string
  readonly name: string
  readonly account: string
  readonly invited_by: string | null
}

export interface NewPassword {
  readonly password: string
  readonly current_password?: string
}

export interface SignInDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly attempts: Attempts
  readonly passwordTurns: PasswordTurns
}

/** The ways to sign in: by a password, or by the token of a link that sets one. */
export function createSignIn ({ database, transact, attempts, passwordTurns }: SignInDependencies) {
  /** The networks take turns. */
  const inTurn = <Result>(address: string, work: () => Promise<Result>) => passwordTurns.of(partyOf(address), work)

  /** Throws Unauthorized if the password is not the current one any more, or the user is disabled. */
  async function requireStill (tx: Transaction, userId: number, stored: string): Promise<void> {
    const { isDisabled } = await holdUser(tx, userId)
    if (isDisabled || await passwordOf(tx, userId) !== stored) throw new Unauthorized()
  }

  /** Throws InvalidToken, the Expired of its kind, and TooManyAttempts. */
  async function requireToken (token: string, address: string) {
    const attempt = describeAttempt(address)
    await attempts.require(attempt)
    const found = await database.reads.prisma.token.findUnique({
      where: { hash: digest(token) },
      include: { user: { include: { account: true } } }
    })
    if (found === null || found.user.disabledAt !== null) {
      await attempts.add(attempt)
      throw new InvalidToken()
    }
    const { Expired } = tokenKinds[found.kind as TokenKind]
    if (found.expiresAt <= new Date()) throw new Expired()
    return found
  }

  return {
    /** Throws Unauthorized, after the same time for any reason, and TooManyAttempts. */
    async byPassword (
      { email, password, keep }: { email: string, password: string, keep: boolean }, { address, userAgent }: Origin
    ): Promise<BegunSession> {
      const attempt = describeAttempt(address, email)
      await attempts.require(attempt)
      return inTurn(address, async () => {
        const user = await findByEmail(database, email)
        const attemptId = await attempts.add(attempt)
        if (!await isPassword(password, user?.hash ?? null)) throw new Unauthorized()
        const { id: userId, account_id: id, account: name, hash } = user!
        return transact(systemCaller({ id, name }, userId), async (tx) => {
          await requireStill(tx, userId, hash!)
          await takeBack(tx, attemptId)
          return { userId, ...await insertSession(tx, userId, { keep, userAgent }) }
        })
      })
    },

    /** The owner of a token, for the page that asks for a password. Throws as `byToken`. */
    async readToken (token: string, { address }: Pick<Origin, 'address'>): Promise<TokenOwner> {
      const { kind, user, madeBy } = await requireToken(token, address)
      const maker = madeBy === 0
        ? null
        : await database.reads.prisma.user.findFirst({ where: { id: madeBy, accountId: user.accountId } })
      return {
        kind: kind as TokenKind,
        email: user.email,
        name: user.name,
        account: user.account.name,
        invited_by: maker && (maker.name || maker.email)
      }
    },

    /** Throws InvalidToken, the Expired of its kind, and TooManyAttempts. A token is used once. */
    async byToken (
      { token, password }: { token: string, password: string }, { address, userAgent }: Origin
    ): Promise<BegunSession> {
      const { id, userId, user: { account } } = await requireToken(token, address)
      const hash = await inTurn(address, () => hashPassword(password))
      return transact(systemCaller(account, userId), async (tx) => {
        const { isDisabled } = await holdUser(tx, userId)
        const { count } = await tx.prisma.token.deleteMany({ where: { id, userId } })
        if (count === 0 || isDisabled) throw new InvalidToken()
        await setPassword(tx, { userId, hash })
        return { userId, ...await insertSession(tx, userId, { keep: false, userAgent }) }
      })
    },

    /**
     * The caller sets a password, which ends all sessions but the one of the request. Throws MissingParameter and
     * InvalidParameter for the current one, and TooManyAttempts.
     */
    async changePassword (
      { caller: { email, userId }, reads, transact }: Unit, { password, current_password: current }: NewPassword,
      { address, session }: { address: string, session: number | undefined }
    ): Promise<void> {
      const attempt = describeAttempt(address, email)
      const stored = await passwordOf(reads, userId)
      if (stored !== null && current === undefined) throw new MissingParameter('current_password')
      if (stored !== null) await attempts.require(attempt)
      const { hash, attemptId } = await inTurn(address, async () => {
        const attemptId = stored === null ? null : await attempts.add(attempt)
        if (stored !== null && !await isPassword(current!, stored)) throw wrongPassword()
        return { hash: await hashPassword(password), attemptId }
      })
      await transact(async (tx) => {
        await holdUser(tx, userId)
        if (await passwordOf(tx, userId) !== stored) throw wrongPassword()
        if (attemptId !== null) await takeBack(tx, attemptId)
        await setPassword(tx, { userId, hash, session })
      })
    }
  }
}

export type SignIn = ReturnType<typeof createSignIn>

function wrongPassword (): Error {
  return new InvalidParameter('current_password', '"…"', 'Must be the current password')
}
