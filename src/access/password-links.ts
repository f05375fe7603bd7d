import { digest, newToken } from '../basics/secrets.js'
import { toRowId } from '../basics/ids.js'
import { toMilliseconds } from '../basics/time.js'
import { record } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import { LinkedUserNotFound, UserDisabled } from '../errors.js'
import { tokenKinds, type TokenKind } from '../tokens/tokens.js'
import { compose } from '../mail/outbox/compose.js'
import { insertMessage, mayReset, withdrawMessages } from '../mail/outbox/messages.js'
import { holdUser } from './session-writes.js'

/** The `change` of the history entry of an issued token. */
const changes: Record<TokenKind, string> = { confirmation: 'invitation', reset_password: 'reset' }

/** A token of a link, which is shown once. */
export interface IssuedToken {
  readonly token: string
  readonly expiresAt: Date
}

/** The base of links in messages; null if the service sends none. */
export type MailBase = string | null

interface TokenOrder {
  readonly userId: number
  readonly kind: TokenKind
  /** Default: after the lifetime of its kind. */
  readonly expiresAt?: Date
  /** Default: no message. */
  readonly mailBase?: MailBase
}

/**
 * Issues a token to a user of the caller's account, and sends its link. It replaces the earlier token of the same kind.
 * Throws UserDisabled.
 */
export async function issueToken (
  tx: Transaction, { userId, kind, expiresAt, mailBase = null }: TokenOrder
): Promise<IssuedToken> {
  const { accountId } = tx.caller
  const { isDisabled } = await holdUser(tx, userId)
  if (isDisabled) throw new UserDisabled()
  await tx.prisma.token.deleteMany({ where: { userId, accountId, kind } })
  await withdrawMessages(tx, userId, kind)
  const end = expiresAt ?? new Date(tx.time.getTime() + tokenKinds[kind].lifetimeSeconds * 1000)
  const issued = { token: newToken(), expiresAt: end }
  await tx.prisma.token.create({
    data: {
      accountId, userId, kind, hash: digest(issued.token), madeBy: tx.caller.userId, createdAt: tx.time, expiresAt: end
    }
  })
  await record(tx, { event: 'USER_EDITED', targets: { user_id: userId, change: changes[kind] } })
  if (mailBase !== null) await sendLink(tx, issued, { userId, kind, mailBase })
  return issued
}

async function sendLink (
  tx: Transaction,
  issued: IssuedToken,
  { userId, kind, mailBase }: { userId: number, kind: TokenKind, mailBase: string }
): Promise<void> {
  if (kind === 'reset_password' && !await mayReset(tx, userId)) return
  const { account, accountId } = tx.caller
  const { email: recipient } = await tx.prisma.user.findUniqueOrThrow({ where: { id: userId, accountId } })
  const { expiresAt } = issued
  const body = compose(kind, { account, url: linkUrl(issued, mailBase), expiresAt })
  await insertMessage(tx, { userId, recipient, kind, body, expiresAt })
}

/** Links by which users of the caller's account set a password, for its administrators. */
export function createPasswordLinks (mailBase: MailBase) {
  return {
    /** Throws LinkedUserNotFound and UserDisabled. */
    async issue ({ caller: { accountId }, transact }: Unit, sentId: string, kind: TokenKind): Promise<IssuedToken> {
      const id = toRowId(sentId)
      return transact(async (tx) => {
        const user = id === null ? null : await tx.prisma.user.findFirst({ where: { id, accountId, removedAt: null } })
        if (user === null) throw new LinkedUserNotFound(sentId)
        return issueToken(tx, { userId: user.id, kind, mailBase })
      })
    }
  }
}

export type PasswordLinks = ReturnType<typeof createPasswordLinks>

function linkUrl ({ token }: IssuedToken, base: string): string {
  return `${base}/console/welcome#${token}`
}

/** The token is in the fragment, which browsers never send. `base` is the service's public URL. */
export function presentLink (issued: IssuedToken, base: string) {
  return { url: linkUrl(issued, base), token: issued.token, expires_at: toMilliseconds(issued.expiresAt) }
}
