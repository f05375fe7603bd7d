import { digest } from '../basics/secrets.js'

/** A credential that another process ends stays valid here for at most this time. The documented bound is 5 s. */
const TRUSTED_MS = 3000
/** The most credentials that are remembered. */
const CAPACITY = 10_000

/** A credential that was found, by the digest of its secret. */
export interface Found<Known> {
  /** The id of its row. */
  readonly id: number
  readonly known: Known
  /** When it expires, in milliseconds since the epoch. */
  readonly expiresAt: number
}

interface Remembered<Known> extends Found<Known> {
  /** The time of a monotonic clock after which the credential is looked up again. */
  readonly trustedUntil: number
}

export interface CredentialCacheDependencies<Known> {
  /** Returns null if there is no valid one. */
  readonly find: (hash: string) => Promise<Found<Known> | null>
  readonly clock?: (() => number) | undefined
  /** Milliseconds of a monotonic clock: setting the system clock back must not keep a revoked key alive. */
  readonly now?: (() => number) | undefined
}

/**
 * Finds keys, or sessions, by their secrets. Valid ones are remembered for a moment; invalid ones are not, so that a
 * new one works at once.
 */
export function createCredentialCache<Known> (
  { find, clock = Date.now, now = performance.now.bind(performance) }: CredentialCacheDependencies<Known>
) {
  const remembered = new Map<string, Remembered<Known>>()
  const used = new Map<number, number>()
  /** How often the cache was cleared. A look-up that began before the last time may find what has ended since. */
  let cleared = 0

  async function lookUp (hash: string): Promise<Remembered<Known> | null> {
    const trustedUntil = now() + TRUSTED_MS
    const found = await find(hash)
    return found === null ? null : { ...found, trustedUntil }
  }

  /**
   * Returns null for a secret that is unknown, expired or revoked, or whose user is disabled. Returns a promise only if
   * it must be looked up.
   */
  function recognise (secret: string): Known | null | Promise<Known | null> {
    const hash = digest(secret)
    const known = remembered.get(hash)
    const begun = cleared
    return known !== undefined && known.trustedUntil > now() ? admit(known) : lookUp(hash).then(remember)

    function remember (found: Remembered<Known> | null): Known | null {
      if (begun !== cleared) return found && admit(found)
      remembered.delete(hash)
      if (found === null) return null
      if (remembered.size >= CAPACITY) remembered.clear()
      remembered.set(hash, found)
      return admit(found)
    }
  }

  function admit ({ id, known, expiresAt }: Remembered<Known>): Known | null {
    const time = clock()
    if (expiresAt <= time) return null
    used.set(id, time)
    return known
  }

  return {
    recognise,
    /** Clears the cache: called in the process that ends a key, a session or a user. */
    forget: (): void => {
      cleared++
      remembered.clear()
    },
    /** The ids of those used since the last call, with their times in milliseconds since the epoch. */
    takeUsed: () => {
      const taken = [...used]
      used.clear()
      return taken
    }
  }
}
