import { digest } from '../basics/secrets.js'
import { takeLock } from '../database/locks.js'
import { statement } from '../database/sql.js'
import type { Sql } from '../database/sql.js'
import { AnswerNotKept, IdempotencyKeyInUse, IdempotencyKeyReused } from '../errors.js'
import { toDatabase } from '../basics/time.js'
import { MEBIBYTE } from '../basics/units.js'
import type { Transaction } from '../core/transact.js'

/** How long a repeated request gets the first answer. */
export const REMEMBERED_MS = 24 * 60 * 60 * 1000

/** Maximum number of bytes of an answer that is kept. */
const LARGEST_ANSWER = MEBIBYTE

/** A request that is done once, however often it is sent. */
export interface IdempotentRequest {
  readonly accountId: number
  /** Identifies the request: sender, URL and key. */
  readonly digest: string
  /** Identifies the sent body. */
  readonly requestDigest: string
}

/** A sent answer. */
export interface KeptAnswer {
  readonly status: number
  readonly body: string
}

interface AnswerRow {
  readonly request_digest: string
  readonly status: number
  readonly answer: string
}

/** $1 account, $2 digest, $3 not older than this */
const find = statement<AnswerRow>('idempotency_find', (sql) => `
  SELECT request_digest, status, answer FROM idempotency_keys WHERE account_id = $1 AND digest = $2
    AND created_at > ${sql.moment('$3')}`)

/**
 * $1 account, $2 digest, $3 request's digest, $4 status, $5 answer, $6 time: replaces an expired one
 */
const store = statement('idempotency_store', (sql) => `
  INSERT INTO idempotency_keys (account_id, digest, request_digest, status, answer, created_at)
  VALUES ($1, $2, $3, $4, $5, ${sql.moment('$6')})
  ON CONFLICT (account_id, digest) DO UPDATE SET
    request_digest = excluded.request_digest, status = excluded.status, answer = excluded.answer,
      created_at = excluded.created_at`)

/** $1 digest: whether this transaction has locked the key until it ends */
const tryLock = statement('idempotency_try_lock', () => `
  SELECT pg_try_advisory_xact_lock(CAST(CAST('x' || substr($1, 1, 16) AS bit(64)) AS bigint)) AS locked`)

/** $1 account, $2 JSON list of digests */
const remove = statement('idempotency_remove', (sql) => `
  DELETE FROM idempotency_keys WHERE account_id = $1 AND ${sql.among('digest', sql.strings('$2'))}`)

interface KeyParts {
  readonly accountId: number
  readonly userId: number
  readonly runId?: string
  readonly method: string
  readonly url: string
  readonly key: string
  /** The parsed body. */
  readonly body: unknown
}

export function describeRequest ({ accountId, userId, runId, method, url, key, body }: KeyParts): IdempotentRequest {
  return {
    accountId,
    digest: digest(JSON.stringify([accountId, userId, method, url, key, ...runId === undefined ? [] : [runId]])),
    requestDigest: digest(describeBody(body))
  }
}

/** The digest of a note of a request, which only the same request finds. */
export function partOf (request: IdempotentRequest, part: number): IdempotentRequest {
  return { ...request, digest: digest(JSON.stringify([request.digest, part])) }
}

/** The same text for the same parameters, in any spelling of JSON. */
function describeBody (body: unknown): string {
  try {
    return JSON.stringify(body ?? null)
  } catch {
    // It contains bigints. Checking each value takes ten times as long.
    return JSON.stringify(body, (_name, value: unknown) => typeof value === 'bigint' ? [String(value)] : value)
  }
}

/** The stored answer to the request. Throws IdempotencyKeyReused if it belongs to another request. */
export async function findAnswer (sql: Sql, request: IdempotentRequest, now: Date): Promise<KeptAnswer | null> {
  const oldest = toDatabase(new Date(now.getTime() - REMEMBERED_MS))
  const row = await sql.first(find, [request.accountId, request.digest, oldest])
  if (row === undefined) return null
  if (row.request_digest !== request.requestDigest) throw new IdempotencyKeyReused()
  return { status: row.status, body: row.answer }
}

/** Locks the key for this transaction. Throws IdempotencyKeyInUse if another process has locked it. */
export async function lockKey (tx: Transaction, request: IdempotentRequest): Promise<void> {
  if (!await takeLock(tx.sql, tryLock, [request.digest])) throw new IdempotencyKeyInUse()
}

/** Stores what a repeated request gets: the answer, or that it was too large to be kept. */
export async function storeAnswer (tx: Transaction, request: IdempotentRequest, body: string): Promise<void> {
  const { statusCode: status = 500, message: error } = new AnswerNotKept()
  const isKept = Buffer.byteLength(body) <= LARGEST_ANSWER
  await storeText(tx, request, isKept ? { status: 200, body } : { status, body: JSON.stringify({ error }) })
}

/** Stores a note of a piece, whatever its size. It is removed with the last piece. */
export async function storeNote (
  tx: Transaction, request: IdempotentRequest, piece: number, body: string
): Promise<void> {
  await storeText(tx, partOf(request, piece), { status: 200, body })
}

export async function removeNotes (
  tx: Transaction, request: IdempotentRequest, pieces: readonly number[]
): Promise<void> {
  if (pieces.length === 0) return
  await tx.sql.run(remove, [request.accountId, JSON.stringify(pieces.map((piece) => partOf(request, piece).digest))])
}

async function storeText (
  tx: Transaction, request: IdempotentRequest, { status, body }: KeptAnswer
): Promise<void> {
  await tx.sql.run(store, [request.accountId, request.digest, request.requestDigest, status, body, toDatabase(tx.time)])
}
