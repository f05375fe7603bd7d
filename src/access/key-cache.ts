import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import type { Caller } from '../core/caller.js'
import type { KeyScope } from './writes.js'
import { digest } from '../basics/secrets.js'

/** A key that another process revokes is valid here for this time at most. The documented bound is 5 s. */
const TRUSTED_MS = 3000
/** Maximum of remembered keys. */
const CAPACITY = 10_000

interface KeyRow {
  key_id: number
  scope: KeyScope
  account_id: number
  account: string
  user_id: number
  email: string
  admin: number | boolean
  expires_at: string | null
}

/** A valid key, and its user. */
export interface KnownKey {
  readonly caller: Caller
  readonly keyId: number
  readonly scope: KeyScope
}

interface Remembered extends KnownKey {
  /** When the key expires, in milliseconds since the epoch. */
  readonly expiresAt: number
  /** The time of a monotonic clock after which the key is looked up again. */
  readonly trustedUntil: number
}

const findKey = statement('find_key', (sql) => `
  SELECT k.id AS key_id, k.scope, k.account_id, a.name AS account, u.id AS user_id, u.email, u.admin,
    ${sql.milliseconds('k.expires_at')} AS expires_at
  FROM api_keys k JOIN users u ON u.id = k.user_id JOIN accounts a ON a.id = k.account_id
  WHERE k.hash = $1 AND k.revoked_at IS NULL AND u.disabled_at IS NULL`)

export interface KeyCacheDependencies {
  readonly database: Database
  readonly clock?: () => number
  /** Milliseconds of a monotonic clock: setting the system clock back must not keep a revoked key alive. */
  readonly now?: () => number
}

/**
 * Finds the user of a key. Valid keys are remembered for a moment; invalid ones are not, so that a new key works at
 * once.
 */
export function createKeyCache (
  { database, clock = Date.now, now = performance.now.bind(performance) }: KeyCacheDependencies
) {
  const remembered = new Map<string, Remembered>()
  const used = new Map<number, number>()

  async function lookUp (hash: string): Promise<Remembered | null> {
    const trustedUntil = now() + TRUSTED_MS
    const row = await database.reads.sql.first<KeyRow>(findKey, [hash])
    const expiresAt = row?.expires_at == null ? Infinity : Date.parse(row.expires_at)
    if (row === undefined) return null
    return {
      keyId: row.key_id,
      scope: row.scope,
      expiresAt,
      trustedUntil,
      caller: {
        accountId: row.account_id,
        account: row.account,
        userId: row.user_id,
        email: row.email,
        admin: Boolean(row.admin)
      }
    }
  }

  /**
   * Returns null for a key that is unknown, expired or revoked, or whose user is disabled. Returns a promise only if
   * the key must be looked up.
   */
  function recognise (key: string): KnownKey | null | Promise<KnownKey | null> {
    const hash = digest(key)
    const known = remembered.get(hash)
    return known !== undefined && known.trustedUntil > now() ? admit(known) : lookUp(hash).then(remember)

    function remember (found: Remembered | null): KnownKey | null {
      remembered.delete(hash)
      if (found === null) return null
      if (remembered.size >= CAPACITY) remembered.clear()
      remembered.set(hash, found)
      return admit(found)
    }
  }

  function admit (known: Remembered): KnownKey | null {
    const time = clock()
    if (known.expiresAt <= time) return null
    used.set(known.keyId, time)
    return known
  }

  return {
    recognise,
    /** The same, for callers that need only the user. */
    identify: async (key: string): Promise<Caller | null> => (await recognise(key))?.caller ?? null,
    /** Clears the cache: called in the process that revokes a key or disables a user. */
    forget: () => remembered.clear(),
    /** The keys used since the last call, with their times in milliseconds since the epoch. */
    takeUsed: () => {
      const taken = [...used]
      used.clear()
      return taken
    }
  }
}

export type KeyCache = ReturnType<typeof createKeyCache>
