import { createHmac, randomBytes } from 'node:crypto'
import type { Database } from '../database/database.js'
import { locks, takeLock } from '../database/locks.js'
import { statement, type Sql } from '../database/sql.js'
import { digest } from '../basics/secrets.js'
import { newId } from '../basics/ids.js'
import { toDatabase } from '../basics/time.js'
import { systemCaller } from '../core/caller.js'
import type { Transact, Transaction } from '../core/transact.js'
import { TooManyAttempts } from '../errors.js'
import { removeRows } from '../work/pieces/pieces.js'
import { emailKey, isEmail } from './email.js'
import { networkOf } from './network.js'

const WINDOW_MS = 15 * 60_000
/** The most failures of one network, and of one e-mail from it, in the window. */
const MOST_OF_NETWORK = 100
const MOST_OF_EMAIL = 10

/** $1 network, $2 since: the newest failures first */
const listFailures = statement<{ email_digest: string | null, failed_at: string }>('sign_in_failures_of', (sql) => `
  SELECT email_digest, ${sql.milliseconds('failed_at')} AS failed_at FROM sign_in_failures
  WHERE network = $1 AND failed_at > ${sql.moment('$2')} ORDER BY failed_at DESC LIMIT ${MOST_OF_NETWORK}`)

/** $1 id, $2 network, $3 digest, $4 now */
const insertFailure = statement('sign_in_failures_insert', (sql) => `
  INSERT INTO sign_in_failures (id, network, email_digest, failed_at) VALUES ($1, $2, $3, ${sql.moment('$4')})`)

/** $1 id */
const removeFailure = statement('sign_in_failures_remove', () => 'DELETE FROM sign_in_failures WHERE id = $1')

/** $1 older than this, $2 later than this: from before the clock was set back, $3 limit */
const removeOld = statement('sign_in_failures_remove_old', (sql) => `
  DELETE FROM sign_in_failures WHERE ${sql.among('id', `
    SELECT id FROM (SELECT id FROM sign_in_failures WHERE failed_at <= ${sql.moment('$1')} ORDER BY failed_at LIMIT $3) AS old
    UNION ALL
    SELECT id FROM (SELECT id FROM sign_in_failures WHERE failed_at > ${sql.moment('$2')} ORDER BY failed_at LIMIT $3) AS new
    LIMIT $3`)}`)

/** $1 network */
const lockNetwork = statement('sign_in_failures_lock', () => `
  SELECT pg_advisory_xact_lock(${locks.signIn}, hashtext($1))`)

/** An attempt with a password or a token. */
export interface Attempt {
  readonly network: string
  /** Null if no e-mail was sent. */
  readonly emailDigest: string | null
}

/**
 * The key for the digest of a text that is no e-mail address. People type passwords into the wrong field: whoever reads
 * the table cannot guess them without this key, which only this process has.
 */
const processKey = randomBytes(32)

export function describeAttempt (address: string, email: string | null = null): Attempt {
  return { network: networkOf(address), emailDigest: email === null ? null : digestOf(email) }
}

function digestOf (email: string): string {
  return isEmail(email) ? digest(emailKey(email)) : createHmac('sha256', processKey).update(email).digest('hex')
}

/** An attempt with the password of something else than a user, such as a link: it has a name in place of the e-mail. */
export function describeNamedAttempt (address: string, name: string): Attempt {
  return { network: networkOf(address), emailDigest: digest(name) }
}

/**
 * Counts failures. They are stored as rows, so that all processes share the count. An attempt counts as a failure from
 * its beginning, so that concurrent attempts cannot exceed the limit, and is taken back when it succeeds.
 */
export function createAttempts ({ database, transact }: { database: Database, transact: Transact }) {
  return {
    /**
     * Throws TooManyAttempts. Called before an attempt waits for its turn, so that one beyond the limit is refused at
     * once.
     */
    require: (attempt: Attempt): Promise<void> => requireRoom(database.reads.sql, attempt, new Date()),

    /** Counts an attempt. Returns its id. Throws TooManyAttempts. */
    add: (attempt: Attempt): Promise<string> => transact(systemCaller(), async ({ sql, time }) => {
      await takeLock(sql, lockNetwork, [attempt.network])
      await requireRoom(sql, attempt, time)
      const id = newId()
      await sql.run(insertFailure, [id, attempt.network, attempt.emailDigest, toDatabase(time)])
      return id
    }),

    /** Removes failures that no longer count. */
    async sweep (signal: AbortSignal, onPiece: () => void): Promise<void> {
      const [before, after] = [-WINDOW_MS, WINDOW_MS].map((shift) => toDatabase(new Date(Date.now() + shift)))
      await removeRows(removeOld, [before!, after!], { transact, signal, onPiece })
    }
  }
}

export type Attempts = ReturnType<typeof createAttempts>

/** Called when an attempt has succeeded: it no longer counts as a failure. */
export async function takeBack ({ sql }: Transaction, attemptId: string): Promise<void> {
  await sql.run(removeFailure, [attemptId])
}

async function requireRoom (sql: Sql, { network, emailDigest }: Attempt, now: Date): Promise<void> {
  const since = toDatabase(new Date(now.getTime() - WINDOW_MS))
  const failures = await sql.all(listFailures, [network, since])
  const ofEmail = failures.filter(({ email_digest: each }) => emailDigest !== null && each === emailDigest)
  const last = ofEmail[MOST_OF_EMAIL - 1] ?? failures[MOST_OF_NETWORK - 1]
  if (last === undefined) return
  const leftMs = Date.parse(last.failed_at) + WINDOW_MS - now.getTime()
  throw Object.assign(new TooManyAttempts(), { retryAfterS: Math.max(1, Math.ceil(leftMs / 1000)) })
}
