import { DownloadRefused } from '../../errors.js'
import { toMilliseconds } from '../../basics/time.js'
import type { Caller } from '../../core/caller.js'
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

/** Makes a URL for one purpose and one file. */
export type SignUrl = (purpose: Purpose, fileId: string) => SignedUrl

/** Makes signed URLs, and checks them. */
export function createSignedUrls ({ signer, clock = Date.now }: { signer: Signer, clock?: () => number }) {
  const now = () => Math.floor(clock() / 1000)

  return {
    /** Makes URLs in the name of a user, or of a guest. `baseUrl` is the public address of the service. */
    async signerFor ({ userId, guestId }: Pick<Caller, 'userId' | 'guestId'>, baseUrl: string): Promise<SignUrl> {
      const sign = await signer.signMany()
      const expires = now() + LIFETIME_SECONDS
      const expiresAt = toMilliseconds(new Date(expires * 1000))
      return (purpose, fileId) => {
        const path = pathOf(purpose, fileId)
        const signature = sign({ purpose, fileId, expires, userId, guestId })
        const asker = guestId === undefined ? `user=${userId}` : `user=${userId}&link=${guestId}`
        return { url: `${baseUrl}/${path}?expires=${expires}&${asker}&signature=${signature}`, expiresAt }
      }
    },

    /** Throws DownloadRefused if the signature is wrong or has expired. */
    async admit (purpose: Purpose, fileId: string, sent: SentPermit): Promise<Admitted> {
      const permit = {
        purpose,
        fileId,
        expires: toSafeNumber(sent.expires),
        userId: toSafeNumber(sent.user),
        guestId: sent.link === undefined ? undefined : toSafeNumber(sent.link)
      }
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

function pathOf (purpose: Purpose, id: string): string {
  if (purpose === 'bundle') return `downloads/${id}`
  return purpose === 'download' ? `media/${id}` : `media/${id}/${purpose}`
}
