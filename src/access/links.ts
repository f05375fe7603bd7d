import { digest, newToken } from '../basics/secrets.js'
import { toRowId } from '../basics/ids.js'
import { toMilliseconds } from '../basics/time.js'
import { record } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import { LinkedUserNotFound, UserDisabled } from '../errors.js'
import { tokenKinds, type TokenKind } from '../tokens/tokens.js'
import { holdUser } from './session-writes.js'

/** What history says of a token that was issued. */
const changes: Record<TokenKind, string> = { confirmation: 'invitation', reset_password: 'reset' }

/** A token of a link, which is shown once. */
export interface IssuedToken {
  readonly token: string
  readonly expiresAt: Date
}

/** Issues a token to a user of the caller's account. The newest of a kind is the only one. Throws UserDisabled. */
export async function issueToken (
  tx: Transaction, { userId, kind, expiresAt }: { userId: number, kind: TokenKind, expiresAt?: Date }
): Promise<IssuedToken> {
  const { accountId } = tx.caller
  const { isDisabled } = await holdUser(tx, userId)
  if (isDisabled) throw new UserDisabled()
  await tx.prisma.token.deleteMany({ where: { userId, accountId, kind } })
  const token = newToken()
  const end = expiresAt ?? new Date(tx.time.getTime() + tokenKinds[kind].lifetimeSeconds * 1000)
  await tx.prisma.token.create({
    data: { accountId, userId, kind, hash: digest(token), createdAt: tx.time, expiresAt: end }
  })
  await record(tx, { event: 'USER_EDITED', targets: { user_id: userId, change: changes[kind] } })
  return { token, expiresAt: end }
}

/** Links by which users of the caller's account set a password, for its administrators. */
export const accountLinks = {
  /** Throws LinkedUserNotFound and UserDisabled. */
  async issue ({ caller: { accountId }, transact }: Unit, sentId: string, kind: TokenKind): Promise<IssuedToken> {
    const id = toRowId(sentId)
    return transact(async (tx) => {
      const user = id === null ? null : await tx.prisma.user.findFirst({ where: { id, accountId } })
      if (user === null) throw new LinkedUserNotFound(sentId)
      return issueToken(tx, { userId: user.id, kind })
    })
  }
}

export type AccountLinks = typeof accountLinks

/** The token is in the fragment, which browsers send nowhere. `base` is the service's public URL. */
export function presentLink ({ token, expiresAt }: IssuedToken, base: string) {
  return { url: `${base}/console/welcome#${token}`, token, expires_at: toMilliseconds(expiresAt) }
}
