import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import type { Caller } from '../core/caller.js'
import { createCredentialCache, type CredentialCacheDependencies } from './credential-cache.js'
import { callerColumns, toCaller, type CallerRow } from './caller-row.js'

interface SessionRow extends CallerRow {
  readonly session_id: number
  readonly expires_at: string
}

/** A valid session, and its user. */
export interface KnownSession {
  readonly caller: Caller
  readonly sessionId: number
}

/** $1 hash */
const findSession = statement<SessionRow>('find_session', (sql) => `
  SELECT s.id AS session_id, ${sql.milliseconds('s.expires_at')} AS expires_at, ${callerColumns}
  FROM sessions s JOIN users u ON u.id = s.user_id JOIN accounts a ON a.id = s.account_id
  WHERE s.hash = $1 AND u.disabled_at IS NULL`)

export interface SessionCacheDependencies extends Pick<CredentialCacheDependencies<KnownSession>, 'clock' | 'now'> {
  readonly database: Database
}

/** Finds the user of a session. */
export function createSessionCache ({ database, clock, now }: SessionCacheDependencies) {
  return createCredentialCache<KnownSession>({
    clock,
    now,
    async find (hash) {
      const row = await database.reads.sql.first(findSession, [hash])
      if (row === undefined) return null
      const { session_id: sessionId, expires_at: expiresAt } = row
      return { id: sessionId, known: { sessionId, caller: toCaller(row) }, expiresAt: Date.parse(expiresAt) }
    }
  })
}

export type SessionCache = ReturnType<typeof createSessionCache>
