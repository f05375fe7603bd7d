import { DownloadRefused } from '../../errors.js'
import { toMilliseconds } from '../../basics/time.js'
import type { SignedUrl } from '../rows.js'
import type { Permit, Purpose, Signer } from './signing.js'

/** How long a signed URL is good for. */
const LIFETIME_SECONDS = 60 * 60

/** What came in the query of a signed URL. Anything may. */
export type SentPermit = Readonly<Record<string, unknown>>

/** A permit whose signature is right, and that has not expired. */
export interface Admitted extends Permit {
  readonly signature: string
  /** Seconds for which the URL is still good. */
  readonly expiresIn: number
}

/** Makes the URLs that need no key, and lets in who comes with one. */
export function createSignedUrls ({ signer, clock = Date.now }: { signer: Signer, clock?: () => number }) {
  const now = () => Math.floor(clock() / 1000)

  return {
    /**
     * A URL for one thing with a file, which acts in the name of this user and begins with where the service is reached
     * from outside.
     */
    async sign (purpose: Purpose, fileId: string, userId: number, baseUrl: string): Promise<SignedUrl> {
      const expires = now() + LIFETIME_SECONDS
      const signature = await signer.sign({ purpose, fileId, expires, userId })
      const query = new URLSearchParams({ expires: String(expires), user: String(userId), signature })
      const path = purpose === 'download' ? fileId : `${fileId}/${purpose}`
      return { url: `${baseUrl}/media/${path}?${query}`, expiresAt: toMilliseconds(new Date(expires * 1000)) }
    },

    /** Throws DownloadRefused where the URL is not signed so or has expired. */
    async admit (purpose: Purpose, fileId: string, sent: SentPermit): Promise<Admitted> {
      const permit = { purpose, fileId, expires: toSafeNumber(sent.expires), userId: toSafeNumber(sent.user) }
      const { signature } = sent
      if (typeof signature !== 'string' || !await signer.isSigned(permit, signature)) throw new DownloadRefused()
      const expiresIn = permit.expires - now()
      if (expiresIn <= 0) throw new DownloadRefused()
      return { ...permit, signature, expiresIn }
    }
  }
}

export type SignedUrls = ReturnType<typeof createSignedUrls>

/** A number as it is written into a signed URL; NaN for anything else, which nothing is signed with. */
function toSafeNumber (sent: unknown): number {
  return typeof sent === 'string' && /^(0|[1-9]\d{0,11})$/.test(sent) ? Number(sent) : NaN
}
