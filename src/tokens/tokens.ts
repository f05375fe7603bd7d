import { digest } from '../basics/secrets.js'
import type { Unit } from '../core/unit.js'
import { ExpiredInvitation, ExpiredToken, InvalidToken } from '../errors.js'

/**
 * The two kinds of tokens in links, each with its default lifetime, and its error when it has expired.
 */
export const tokenKinds = {
  reset_password: { lifetimeSeconds: 60 * 60, Expired: ExpiredToken },
  confirmation: { lifetimeSeconds: 14 * 24 * 60 * 60, Expired: ExpiredInvitation }
}

export type TokenKind = keyof typeof tokenKinds

/** Finds the user of a token (section 4.1 of the contract). This does not use it up. */
export function createTokens ({ clock = Date.now }: { clock?: () => number } = {}) {
  return {
    /** The e-mail address of the token's user. Throws InvalidToken, also for the other kind, and the kind's Expired. */
    async resolve ({ caller, reads }: Unit, kind: TokenKind, token: string): Promise<string> {
      const found = await reads.prisma.token.findUnique({
        where: { hash: digest(token), accountId: caller.accountId, kind },
        include: { user: true }
      })
      if (found === null) throw new InvalidToken()
      if (found.expiresAt.getTime() <= clock()) throw new tokenKinds[kind].Expired()
      return found.user.email
    }
  }
}

export type Tokens = ReturnType<typeof createTokens>
