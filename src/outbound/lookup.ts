import dns from 'node:dns'
import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { AddressGuard } from './addresses.js'
import { errorCode, OutboundFailure } from './failure.js'

type Answer = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void

/** Resolves a name to all its addresses; `dns.lookup` is one. */
export type Lookup = (hostname: string, options: { all: true, hints?: number }, answer: Answer) => void

/**
 * The look-up of sockets. It refuses a name if any of its addresses may not be reached. The socket connects to the
 * addresses that were checked here, so that no second look-up can change them.
 */
export function createGuardedLookup (isAllowed: AddressGuard, lookup: Lookup = dns.lookup): LookupFunction {
  const resolve = shareLookups(lookup)
  return function guardedLookup (hostname, options, callback) {
    resolve(hostname, function judge (error, addresses) {
      const failure = error ? unresolved(hostname, error) : refusal(hostname, addresses, isAllowed)
      if (failure) return callback(failure, '', 0)
      if (options.all) return callback(null, addresses)
      const [first] = addresses
      callback(null, first?.address ?? '', first?.family)
    })
  }
}

/**
 * Connections that ask for the same name at the same time share one look-up, because `dns.lookup` has few threads:
 * a name whose servers are silent must not take all of them.
 */
function shareLookups (lookup: Lookup): (hostname: string, answer: Answer) => void {
  const underway = new Map<string, Answer[]>()
  return function resolve (hostname, answer) {
    const waiting = underway.get(hostname)
    if (waiting) {
      waiting.push(answer)
      return
    }
    const answers = [answer]
    underway.set(hostname, answers)
    lookup(hostname, { all: true, hints: dns.ADDRCONFIG }, function tell (error, addresses) {
      underway.delete(hostname)
      for (const each of answers) each(error, addresses)
    })
  }
}

function refusal (hostname: string, addresses: LookupAddress[], isAllowed: AddressGuard): OutboundFailure | null {
  if (addresses.length === 0) return new OutboundFailure('dns', `${hostname} has no address`)
  return addresses.every(({ address }) => isAllowed(address)) ? null : blockedAddress(hostname)
}

function unresolved (hostname: string, cause: Error): OutboundFailure {
  return new OutboundFailure('dns', `${hostname} could not be resolved (${errorCode(cause) ?? cause.message})`, {
    cause
  })
}

/** The message leaves out the address, so that callers learn nothing of internal names. */
export function blockedAddress (hostname: string): OutboundFailure {
  return new OutboundFailure('blocked_address', `${hostname} is at an address that may not be reached`)
}
