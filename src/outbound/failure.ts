/**
 * Why a request got no usable answer. `reset` covers every connection that broke or spoke no HTTP after it was made;
 * `invalid_request` is one that cannot be sent at all (a header that HTTP forbids, another scheme);
 * `aborted` is the caller's own doing, by its signal or by closing the client.
 */
export type FailureKind =
  'timeout' | 'dns' | 'connect' | 'tls' | 'reset' | 'blocked_address' | 'redirect' | 'invalid_request' | 'aborted'

/** A failure with its kind. */
export class OutboundFailure extends Error {
  readonly kind: FailureKind

  constructor (kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OutboundFailure'
    this.kind = kind
  }
}

/** An answer went on after the length that it had announced. All that was announced has come. */
export class ExcessBytes extends OutboundFailure {
  constructor () {
    super('reset', 'more was sent than was announced')
  }
}

/** The kind of a failed request or body. */
export function classifyError (error: unknown): FailureKind {
  if (error instanceof OutboundFailure) return error.kind
  if (errorCode(error) === 'ETIMEDOUT') return 'timeout'
  return 'reset'
}

/** Describes a failure in a line with hosts and addresses, but without credentials, paths or queries. */
export function describeError (error: unknown): string {
  // After attempts at several addresses, the first error is enough.
  if (error instanceof AggregateError && error.errors.length > 0) return describeError(error.errors[0])
  if (!(error instanceof Error)) return 'unknown error'
  return error.message || errorCode(error) || error.name
}

export function errorCode (error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
}
