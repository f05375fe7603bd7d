/**
 * The errors of databases and drivers that are unavailable for a while. Callers are told to try again
 * (plugins/http/failures.ts). A transaction that was certainly not committed is retried first
 * (postgresql/transactions.ts).
 */

/** Serialization failures, deadlocks and connections that are lost or not yet possible: a retry may well succeed. */
const PASSING = /^(40001|40P01|08\w{3}|57P\d\d|53300|ECONNRESET|ECONNREFUSED|EPIPE|P1001|P1017|P2034|P2037)$/

/**
 * PostgreSQL's classes: no resources, no login, operator intervention, system error; then read-only, lock not
 * available, statement cancelled for its time.
 */
const POSTGRESQL = /^(28|3D|53|58)\w{3}$|^(25006|55P03|57014)$/
const SQLITE = /^SQLITE_(BUSY|CANTOPEN|FULL|IOERR|READONLY)/
const NETWORK = /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|ENOTFOUND|EAI_AGAIN|P1008)$/

/** The driver's own errors have no code. */
const LOST = /^(Connection terminated|Client has encountered a connection error|Client was closed)/
const LATE = /^(Query read timeout|timeout expired|timeout exceeded when trying to connect)/

/** The database cannot work at the moment, and the caller is not at fault. */
export function isOutage (error: unknown): boolean {
  return error instanceof CommitInDoubt || isPassing(error) ||
    any(
      error,
      ({ code, message }) => POSTGRESQL.test(code) || SQLITE.test(code) || NETWORK.test(code) || LATE.test(message)
    )
}

/** A retry at once may well succeed. */
export function isPassing (error: unknown): boolean {
  return !(error instanceof CommitInDoubt) &&
    any(error, ({ code, message }) => PASSING.test(code) || LOST.test(message))
}

/** Another transaction held a lock for longer than the lock timeout. */
export function isLocked (error: unknown): boolean {
  return any(error, ({ code }) => code === '55P03')
}

/** Another process holds a lock on SQLite's file. */
export function isFileHeld (error: unknown): boolean {
  return any(error, ({ code }) => /^SQLITE_(BUSY|LOCKED)/.test(code))
}

/** The server takes no writes: a standby, or a primary that has become one. */
export function isReadOnly (error: unknown): boolean {
  return any(error, ({ code }) => code === '25006')
}

/**
 * No answer came in time. One that arrives later must not be taken for the answer to the next query on the connection.
 */
export function isUnanswered (error: unknown): boolean {
  return any(error, ({ message }) => LATE.test(message))
}

/** The answer to a commit was lost. The commit may have happened: only the caller can decide whether to repeat it. */
export class CommitInDoubt extends Error {
  override name = 'CommitInDoubt'

  constructor (cause: unknown) {
    super('The connection was lost while a transaction was committed', { cause })
  }
}

interface Said {
  readonly code: string
  readonly message: string
}

/** Prisma puts its driver's error into `meta`, and the reason of that into `cause`. */
function any (error: unknown, test: (said: Said) => boolean): boolean {
  for (let inner = error, depth = 0; inner instanceof Object && depth < 5; depth++) {
    const { code, originalCode, message, cause, meta } = inner as {
      code?: unknown
      originalCode?: unknown
      message?: unknown
      cause?: unknown
      meta?: { driverAdapterError?: unknown }
    }
    if (test({ code: String(originalCode ?? code ?? ''), message: String(message ?? '') })) return true
    inner = meta?.driverAdapterError ?? cause
  }
  return false
}
