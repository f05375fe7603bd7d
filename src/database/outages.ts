/**
 * The errors of databases and drivers that cannot work at the moment. Callers are told to come again
 * (plugins/http/failures.ts). A transaction that was certainly not committed is tried again before that
 * (postgresql/transactions.ts).
 */

/**
 * Two transactions could not both go on, or the connection is lost, or not to be had yet: another try may well succeed.
 */
const PASSING = /^(40001|40P01|08\w{3}|57P\d\d|53300|ECONNRESET|ECONNREFUSED|EPIPE|P1001|P1017|P2034|P2037)$/

/**
 * PostgreSQL's classes: no room, no login, taken by an operator, out of order; and read-only; cut short for its time.
 */
const POSTGRESQL = /^(28|3D|53|58)\w{3}$|^(25006|55P03|57014)$/
const SQLITE = /^SQLITE_(BUSY|CANTOPEN|FULL|IOERR|READONLY)/
const NETWORK = /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|ENOTFOUND|EAI_AGAIN|P1008)$/

/** The driver's own errors have no code. */
const LOST = /^(Connection terminated|Client has encountered a connection error|Client was closed)/
const LATE = /^(Query read timeout|timeout expired|timeout exceeded when trying to connect)/

/** The database cannot do its work at the moment, and it is not the caller's fault. */
export function isOutage (error: unknown): boolean {
  return error instanceof CommitInDoubt || isPassing(error) ||
    any(
      error,
      ({ code, message }) => POSTGRESQL.test(code) || SQLITE.test(code) || NETWORK.test(code) || LATE.test(message)
    )
}

/** The same may well succeed when it is tried again at once. */
export function isPassing (error: unknown): boolean {
  return !(error instanceof CommitInDoubt) &&
    any(error, ({ code, message }) => PASSING.test(code) || LOST.test(message))
}

/** Another transaction holds what this one needs, for longer than it was ready to wait. */
export function isLocked (error: unknown): boolean {
  return any(error, ({ code }) => code === '55P03')
}

/** Another process holds the file of SQLite for itself. */
export function isFileHeld (error: unknown): boolean {
  return any(error, ({ code }) => /^SQLITE_(BUSY|LOCKED)/.test(code))
}

/** The server that was asked takes no writes: a standby, or a primary that has become one. */
export function isReadOnly (error: unknown): boolean {
  return any(error, ({ code }) => code === '25006')
}

/** Nobody has answered: what comes over this connection, if ever, is no answer to the next question. */
export function isUnanswered (error: unknown): boolean {
  return any(error, ({ message }) => LATE.test(message))
}

/**
 * The answer to a commit was lost. It may have been made, so that nothing but the caller can know whether to do it
 * again.
 */
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

/** Prisma keeps what its driver has said in `meta`, and there as a cause. */
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
