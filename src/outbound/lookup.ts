import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { AddressGuard } from './addresses.js'
import { errorCode, OutboundFailure } from './failure.js'
import { createLookup, type LookupAnswer, type Lookup } from './names.js'

/** A look-up for one socket. */
export interface GuardedLookup {
  readonly lookup: LookupFunction
  /** Ends the look-up, as the addresses are no longer needed. */
  readonly giveUp: () => void
}

/**
 * The look-ups of sockets. They refuse a name if any of its addresses may not be reached. The socket connects to the
 * addresses that were checked here, so that no second look-up can change them.
 */
export function createGuardedLookups (isAllowed: AddressGuard, lookup: Lookup = createLookup()): () => GuardedLookup {
  const resolve = shareLookups(lookup)
  return function guardedLookup () {
    let giveUp = (): void => {}
    return {
      lookup (hostname, options, callback) {
        giveUp = resolve(hostname, function judge (error, addresses) {
          const failure = error ? unresolved(hostname, error) : refusal(hostname, addresses, isAllowed)
          if (failure) return callback(failure, '', 0)
          if (options.all) return callback(null, addresses)
          const [first] = addresses
          callback(null, first?.address ?? '', first?.family)
        })
      },
      giveUp: () => giveUp()
    }
  }
}

interface SharedLookup {
  /** The callers that wait. */
  readonly answers: Set<LookupAnswer>
  giveUp: () => void
}

/** Connections that ask for the same name at the same time share a look-up. It ends when all of them have given up. */
function shareLookups (lookup: Lookup): Lookup {
  const underway = new Map<string, SharedLookup>()

  function startLookup (hostname: string, answer: LookupAnswer): SharedLookup {
    const shared: SharedLookup = { answers: new Set([answer]), giveUp: () => {} }
    underway.set(hostname, shared)
    shared.giveUp = lookup(hostname, function tell (error, addresses) {
      forget(hostname, shared)
      for (const each of shared.answers) each(error, addresses)
    })
    return shared
  }

  function forget (hostname: string, shared: SharedLookup): void {
    if (underway.get(hostname) === shared) underway.delete(hostname)
  }

  return function resolve (hostname, answer) {
    const shared = underway.get(hostname) ?? startLookup(hostname, answer)
    // The first one is there already: it may have been answered at once.
    shared.answers.add(answer)
    return function giveUp () {
      if (!shared.answers.delete(answer) || shared.answers.size > 0) return
      forget(hostname, shared)
      shared.giveUp()
    }
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
