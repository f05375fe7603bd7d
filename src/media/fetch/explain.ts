import { STATUS_CODES } from 'node:http'
import type { FailureKind } from '../../outbound/index.js'
import { inUnits } from '../../basics/units.js'
import type { SizeLimit } from '../thread/messages.js'

/** The account has no room left. */
export const FULL = 'The file is too large: nothing is left to the account'
/** The bytes are a web page, such as a form to sign in. */
export const WEB_PAGE = 'The URL answered with a web page'
/** The bytes of an upload are missing: they were removed, or a backup left them out. */
export const GONE = 'The bytes that were uploaded are not there any more'

/** A file by URL is not fetched on when its user is disabled. */
export const USER_DISABLED = 'The user who attached the file is disabled'

/** A file of a location is not what it was when it was seen, or is gone: nobody is told, and it is looked at again. */
export const SOURCE_CHANGED = 'The file has changed'
export const MAY_NOT_BE_READ = 'The file may not be read'

/** Failures that a repetition would not change. */
const permanent = new Set<FailureKind>(['blocked_address', 'redirect', 'invalid_request'])

/** Whether a repetition would fail again. */
export function isPermanent (kind: FailureKind): boolean {
  return permanent.has(kind)
}

/** Explains a missing answer to the user. `message` is the HTTP client's own, without secrets. */
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

/** Explains an answer that is not the file. */
export function explainStatus (status: number): string {
  const name = STATUS_CODES[status]
  return `The sender answered ${status}${name === undefined ? '' : ` (${name})`}`
}

export function explainSize (bytes: number, limit: SizeLimit): string {
  // Both may round to the same.
  const [actual, allowed] = inUnits(bytes) === inUnits(limit.bytes)
    ? [`${exactly(bytes)} bytes`, exactly(limit.bytes)]
    : [inUnits(bytes), inUnits(limit.bytes)]
  return `The file is too large: ${actual}, where ${allowed} are ${limit.of === 'account' ? 'left to the account' : 'allowed'}`
}

export function explainEndless (limit: SizeLimit): string {
  return `The file is too large: more than ${inUnits(limit.bytes)}${limit.of === 'account' ? ', which are left to the account' : ''}`
}

export function explainLength (bytes: number, total: number): string {
  return `The sender announced ${total} bytes and sent ${bytes}`
}

export function explainExcess (total: number): string {
  return `The sender announced ${total} bytes and sent more`
}

/** The disk of the service is full, which passes. */
export function explainNoRoom (bytes: number | null = null): string {
  return `The disk of the service has no room for the file${bytes === null ? '' : ` of ${inUnits(bytes)}`}`
}

/** Such as 3,000,001. */
function exactly (bytes: number): string {
  return bytes.toLocaleString('en')
}
