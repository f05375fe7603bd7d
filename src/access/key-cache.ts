import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import type { Caller } from '../core/caller.js'
import { createCredentialCache, type CredentialCacheDependencies } from './credential-cache.js'
import { callerColumns, toCaller, type CallerRow } from './caller-row.js'
import type { KeyScope } from './writes.js'

interface KeyRow extends CallerRow {
  readonly key_id: number
  readonly scope: KeyScope
  readonly expires_at: string | null
}

/** A valid key, and its user. */
export interface KnownKey {
  readonly caller: Caller
  readonly keyId: number
  readonly scope: KeyScope
}

const findKey = statement<KeyRow>('find_key', (sql) => `
  SELECT k.id AS key_id, k.scope, ${sql.milliseconds('k.expires_at')} AS expires_at, ${callerColumns}
  FROM api_keys k JOIN users u ON u.id = k.user_id JOIN accounts a ON a.id = k.account_id
  WHERE k.hash = $1 AND k.revoked_at IS NULL AND u.disabled_at IS NULL`)

export interface KeyCacheDependencies extends Pick<CredentialCacheDependencies<KnownKey>, 'clock' | 'now'> {
  readonly database: Database
}

/** Finds the user of a key. */
export function createKeyCache ({ database, clock, now }: KeyCacheDependencies) {
  const cache = createCredentialCache<KnownKey>({
    clock,
    now,
    async find (hash) {
      const row = await database.reads.sql.first(findKey, [hash])
      if (row === undefined) return null
      const { key_id: keyId, scope, expires_at: expiresAt } = row
      return {
        id: keyId,
        known: { keyId, scope, caller: toCaller(row) },
        expiresAt: expiresAt === null ? Infinity : Date.parse(expiresAt)
      }
    }
  })

  return {
    ...cache,
    /** The same, for callers that need only the user. */
    identify: async (key: string): Promise<Caller | null> => (await cache.recognise(key))?.caller ?? null
  }
}

export type KeyCache = ReturnType<typeof createKeyCache>
