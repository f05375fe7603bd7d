import { isIP } from 'node:net'
import ipaddr = require('ipaddr.js')

type Address = ipaddr.IPv4 | ipaddr.IPv6
/** An address and the length of its prefix. Plain data, so that a thread can get it. */
interface Network {
  readonly bytes: readonly number[]
  readonly bits: number
}

/** Networks of a setting: exceptions to the rules for outgoing requests, or proxies. */
export type AllowList = readonly Network[]

/** Whether an address, as text without brackets, may be reached. Anything but an IP address may not. */
export type AddressGuard = (address: string) => boolean

export interface AddressGuardOptions {
  readonly allow: AllowList
  /** Allows 127.0.0.0/8 and ::1, for a first try on one's own machine. */
  readonly allowLoopback: boolean
}

// Azure serves secrets of its machines at this address in a public range.
const azureMetadata = ipaddr.IPv4.parse('168.63.129.16')
const globalUnicast = ipaddr.IPv6.parse('2000::')
const wellKnownNat64 = ipaddr.IPv6.parse('64:ff9b::')

/** Parses a comma separated list of networks (`10.0.0.0/8, fd00::/8`). Throws an Error that names a malformed one. */
export function parseAllowList (text: string): AllowList {
  return text.split(',').map(entry => entry.trim()).filter(entry => entry !== '').map(parseNetwork)
}

/** Whether an address, as text without brackets, is in one of the networks. Anything but an IP address is in none. */
export function isAmong (networks: AllowList, text: string): boolean {
  if (isIP(text) === 0) return false
  const address = unmap(parseAddress(text.replace(/%.*/, '')))
  return networks.some((network) => contains(network, address))
}

export function createAddressGuard ({ allow, allowLoopback }: AddressGuardOptions): AddressGuard {
  return function mayBeReached (text) {
    if (isIP(text) === 0) return false
    const [plain = '', zone] = text.split('%')
    const address = unmap(parseAddress(plain))
    if (allow.some(network => contains(network, address))) return true
    // A zone names one of this machine's interfaces: nothing that is public needs one.
    if (zone !== undefined) return false
    return (allowLoopback && address.range() === 'loopback') || isPublic(address)
  }
}

function parseNetwork (entry: string): Network {
  const [text = '', length = '', ...rest] = entry.split('/')
  const family = isIP(text)
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : NaN
  if (family === 0 || text.includes('%') || rest.length > 0 || !(bits <= (family === 4 ? 32 : 128))) {
    throw new Error(`"${entry}" is not a network in CIDR notation, such as 10.0.0.0/8 or fd00::/8`)
  }
  const address = parseAddress(text)
  const unmapped = bits >= 96 ? unmap(address) : address
  return { bytes: unmapped.toByteArray(), bits: unmapped === address ? bits : bits - 96 }
}

/**
 * Writes a dotted end in hex first, because the library reads `::127.0.0.1` as `::ffff:127.0.0.1`, which is another
 * address.
 */
function parseAddress (text: string): Address {
  return ipaddr.parse(text.includes(':') ? text.replace(/(?<!\d)\d+\.\d+\.\d+\.\d+$/, dottedToHex) : text)
}

function dottedToHex (dotted: string): string {
  const [a, b, c, d] = dotted.split('.').map(Number) as [number, number, number, number]
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

/** An IPv4-mapped address is dialled over IPv4, so it is judged as what it is. */
function unmap (address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

function contains ({ bytes, bits }: Network, address: Address): boolean {
  const others = address.toByteArray()
  return bytes.length === others.length && bytes.every((byte, index) => {
    const counting = Math.min(8, Math.max(0, bits - 8 * index))
    return (byte ^ others[index]!) >> (8 - counting) === 0
  })
}

/**
 * Only what is known to be public passes, so a range that is assigned to something special tomorrow is refused today.
 * 6to4, Teredo, IPv4-compatible and IPv4-translated addresses are refused whole: nobody runs a public service there.
 * It cannot know about public addresses that a local router sends elsewhere.
 */
function isPublic (address: Address): boolean {
  if (address instanceof ipaddr.IPv4) {
    return address.range() === 'unicast' && !address.match(azureMetadata, 32)
  }
  // Machines with IPv6 alone reach every IPv4 service through this prefix, so its addresses are judged by what they
  // hold.
  if (address.match(wellKnownNat64, 96)) return isPublic(embeddedIPv4(address))
  if (isIsatap(address) && !isPublic(embeddedIPv4(address))) return false
  return address.match(globalUnicast, 3) && address.range() === 'unicast'
}

/** ISATAP (RFC 5214) ends any prefix with 0:5efe or 200:5efe and the IPv4 address of the tunnel's end. */
function isIsatap ({ parts: [, , , , high = NaN, low] }: ipaddr.IPv6): boolean {
  return (high & 0xfdff) === 0 && low === 0x5efe
}

function embeddedIPv4 (address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12))
}
