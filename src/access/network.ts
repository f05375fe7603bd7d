import { isIP } from 'node:net'
import ipaddr = require('ipaddr.js')
import { digest } from '../basics/secrets.js'
import type { Party } from '../work/turns/fair-queue.js'

type Address = ReturnType<typeof ipaddr.process>

/** The length of the IPv6 prefix that an internet connection usually gets. */
const PREFIX_BITS = 64
const UNKNOWN = 'unknown'

/** Where an address belongs, for counting: IPv4 addresses count one by one, IPv6 addresses by their networks. */
export function networkOf (address: string): string {
  if (isIP(address) === 0) return UNKNOWN
  const parsed = ipaddr.process(address.replace(/%.*/, ''))
  return parsed.kind() === 'ipv4' ? parsed.toString() : prefixOf(parsed, PREFIX_BITS)
}

/** The party of an address in a queue in which networks take turns. */
export function partyOf (address: string): Party {
  return { accountId: turnOf(siteOf(address)), userId: turnOf(networkOf(address)) }
}

/** The part of the internet that has a turn of its own. One sender often has a whole /48 of IPv6, or a /24 of IPv4. */
function siteOf (address: string): string {
  if (isIP(address) === 0) return UNKNOWN
  const parsed = ipaddr.process(address.replace(/%.*/, ''))
  return prefixOf(parsed, parsed.kind() === 'ipv4' ? 24 : 48)
}

function prefixOf (address: Address, bits: number): string {
  const bytes = address.toByteArray().map((byte, index) => index < bits / 8 ? byte : 0)
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`
}

/** A number for a queue. Two networks may have the same. */
function turnOf (network: string): number {
  return Number.parseInt(digest(network).slice(0, 8), 16)
}
