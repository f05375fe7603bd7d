import { digest, newToken } from '../basics/secrets.js'
import type { Signer } from '../media/serve/signing.js'

/** What is stored of the token of a link. */
export interface Sealed {
  /** Null for a link from before tokens were made of it. */
  readonly seed: string | null
  readonly hash: string
}

/**
 * The tokens of links. Each is made of a stored seed by the secret that signs URLs: so it is stored nowhere, and can be
 * shown again as long as the secret stays the same.
 */
export function createLinkTokens ({ signer }: { signer: Signer }) {
  return {
    /** Reads the secret first, which may have to be made: outside of transactions. */
    async open () {
      const sign = await signer.signMany()
      const tokenOf = (seed: string) => sign({ purpose: 'token', fileId: seed, expires: 0, userId: 0 })
      return {
        make (): Sealed {
          const seed = newToken()
          return { seed, hash: digest(tokenOf(seed)) }
        },

        /** Null if the token was not made so, or by another secret. */
        find ({ seed, hash }: Sealed): string | null {
          const token = seed === null ? null : tokenOf(seed)
          return token !== null && digest(token) === hash ? token : null
        }
      }
    }
  }
}

export type LinkTokens = ReturnType<typeof createLinkTokens>
