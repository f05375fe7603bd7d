import { isIP } from 'node:net'
import ipaddr = require('ipaddr.js')

/** The length of the IPv6 prefix that an internet connection usually gets. */
const PREFIX_BITS = 64
const UNKNOWN = 'unknown'

/** Where an address belongs, for counting: IPv4 addresses count one by one, IPv6 addresses by their networks. */
export function networkOf (address: string): string {
  if (isIP(address) === 0) return UNKNOWN
  const parsed = ipaddr.process(address.replace(/%.*/, ''))
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const bytes = parsed.toByteArray().map((byte, index) => index < PREFIX_BITS / 8 ? byte : 0)
  return `${ipaddr.fromByteArray(bytes).toString()}/${PREFIX_BITS}`
}
