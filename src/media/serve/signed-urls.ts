import { DownloadRefused } from '../../errors.js'
import { toMilliseconds } from '../../basics/time.js'
import type { SignedUrl } from '../rows.js'
import type { Permit, Purpose, Signer } from './signing.js'

/** The lifetime of a signed URL. */
const LIFETIME_SECONDS = 60 * 60

/** The query of a signed URL, unchecked. */
export type SentPermit = Readonly<Record<string, unknown>>

/** A permit with a valid signature. */
export interface Admitted extends Permit {
  readonly signature: string
  /** Seconds until the URL expires. */
  readonly expiresIn: number
}

/** Makes signed URLs, and checks them. */
export function createSignedUrls ({ signer, clock = Date.now }: { signer: Signer, clock?: () => number }) {
  const now = () => Math.floor(clock() / 1000)

  return {
    /** A URL for one purpose and one file, in the name of this user. `baseUrl` is the public address of the service. */
    async sign (purpose: Purpose, fileId: string, userId: number, baseUrl: string): Promise<SignedUrl> {
      const expires = now() + LIFETIME_SECONDS
      const signature = await signer.sign({ purpose, fileId, expires, userId })
      const query = new URLSearchParams({ expires: String(expires), user: String(userId), signature })
      const path = purpose === 'download' ? fileId : `${fileId}/${purpose}`
      return { url: `${baseUrl}/media/${path}?${query}`, expiresAt: toMilliseconds(new Date(expires * 1000)) }
    },

    /** Throws DownloadRefused if the signature is wrong or has expired. */
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

/** A number as signed URLs write it; NaN for anything else, which is never signed. */
function toSafeNumber (sent: unknown): number {
  return typeof sent === 'string' && /^(0|[1-9]\d{0,11})$/.test(sent) ? Number(sent) : NaN
}
