import { STATUS_CODES } from 'node:http'
import type { FailureKind } from '../../outbound/index.js'
import { inUnits } from '../../basics/units.js'

/** Failures after which the same request would only fail again. */
const permanent = new Set<FailureKind>(['blocked_address', 'redirect', 'invalid_request'])

/** Whether a request that failed so is better not repeated. */
export function isPermanent (kind: FailureKind): boolean {
  return permanent.has(kind)
}

/** Why no answer came, for whoever wanted the file. `message` is the client's own, which names no secrets. */
export function explainFailure (kind: FailureKind, message: string): string {
  switch (kind) {
    case 'timeout': return `The sender took too long: ${message}`
    case 'dns': return `The sender's name could not be looked up: ${message}`
    case 'connect': return `The sender could not be reached: ${message}`
    case 'tls': return `No secure connection to the sender could be made: ${message}`
    case 'reset': return `The connection to the sender broke: ${message}`
    case 'blocked_address': return `The sender's address is refused, unless OUTBOUND_ALLOW names it: ${message}`
    case 'redirect': return `The sender redirects in a way that is not followed: ${message}`
    case 'invalid_request': return `The URL cannot be requested: ${message}`
    case 'aborted': return `The transfer was given up: ${message}`
  }
}

/** Why an answer is not the file. */
export function explainStatus (status: number): string {
  const name = STATUS_CODES[status]
  return `The sender answered ${status}${name === undefined ? '' : ` (${name})`}`
}

export function explainSize (bytes: number, maxBytes: number): string {
  // Rounded, both may look the same.
  const [actual, allowed] = inUnits(bytes) === inUnits(maxBytes)
    ? [`${exactly(bytes)} bytes`, exactly(maxBytes)]
    : [inUnits(bytes), inUnits(maxBytes)]
  return `The file is too large: ${actual}, where ${allowed} are allowed`
}

export function explainEndless (maxBytes: number): string {
  return `The file is too large: more than ${inUnits(maxBytes)}`
}

export function explainLength (bytes: number, total: number): string {
  return `The sender announced ${total} bytes and sent ${bytes}`
}

export function explainExcess (total: number): string {
  return `The sender announced ${total} bytes and sent more`
}

/** The service's own trouble, which passes. */
export function explainNoRoom (bytes: number | null = null): string {
  return `The disk of the service has no room for the file${bytes === null ? '' : ` of ${inUnits(bytes)}`}`
}

/** Of a file that was uploaded, and whose bytes were removed by somebody else, or left out of a backup. */
export function explainGone (): string {
  return 'The bytes that were uploaded are not there any more'
}

/** 3,000,001 */
function exactly (bytes: number): string {
  return bytes.toLocaleString('en')
}
