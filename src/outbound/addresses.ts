import { isIP } from 'node:net'
import ipaddr = require('ipaddr.js')

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [Address, number]

/** Networks that outgoing requests may reach although the rules would refuse them. */
export type AllowList = readonly Network[]

/** Says whether an address, as text without brackets, may be reached. What is no IP address may not. */
export type AddressGuard = (address: string) => boolean

export interface AddressGuardOptions {
  /** Comma separated CIDR list, as in the setting OUTBOUND_ALLOW. */
  allow: string
  /** Lets 127.0.0.0/8 and ::1 be reached: for a first try on one's own machine. */
  allowLoopback: boolean
}

// Azure answers for its machines' secrets on this one address, although it lies in a public range.
const azureMetadata = ipaddr.IPv4.parse('168.63.129.16')
const globalUnicast = ipaddr.IPv6.parse('2000::')
const wellKnownNat64 = ipaddr.IPv6.parse('64:ff9b::')

/**
 * Reads a comma separated list of networks (`10.0.0.0/8, fd00::/8`) or single addresses; an empty text is an empty
 * list. Throws an Error that names OUTBOUND_ALLOW and the entry when one is malformed.
 */
export function parseAllowList (text: string): AllowList {
  return text.split(',').map(entry => entry.trim()).filter(entry => entry !== '').map(parseNetwork)
}

/** Throws like `parseAllowList` when the list is malformed. */
export function createAddressGuard ({ allow, allowLoopback }: AddressGuardOptions): AddressGuard {
  const allowed = parseAllowList(allow)
  return function mayBeReached (text) {
    if (isIP(text) === 0) return false
    const [plain = '', zone] = text.split('%')
    const address = unmap(parseAddress(plain))
    if (allowed.some(network => contains(network, address))) return true
    // A zone names one of this machine's interfaces: nothing that is public needs one.
    if (zone !== undefined) return false
    return (allowLoopback && address.range() === 'loopback') || isPublic(address)
  }
}

function parseNetwork (entry: string): Network {
  const [text = '', bits, ...rest] = entry.split('/')
  const family = isIP(text)
  const width = family === 4 ? 32 : 128
  const length = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : NaN
  if (family === 0 || text.includes('%') || rest.length > 0 || !(length <= width)) {
    throw new Error(`OUTBOUND_ALLOW: "${entry}" is not a network in CIDR notation, such as 10.0.0.0/8 or fd00::/8`)
  }
  const address = parseAddress(text)
  const unmapped = length >= 96 ? unmap(address) : address
  return [unmapped, unmapped === address ? length : length - 96]
}

/**
 * Writes a dotted end in hex first, because the library reads `::127.0.0.1` as `::ffff:127.0.0.1`, which is another
 * address.
 */
function parseAddress (text: string): Address {
  return ipaddr.parse(text.includes(':') ? text.replace(/\d+\.\d+\.\d+\.\d+$/, dottedToHex) : text)
}

function dottedToHex (dotted: string): string {
  const [a, b, c, d] = dotted.split('.').map(Number) as [number, number, number, number]
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

/** An IPv4-mapped address is dialled over IPv4, so it is judged as what it is. */
function unmap (address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

function contains ([network, bits]: Network, address: Address): boolean {
  if (network instanceof ipaddr.IPv4) return address instanceof ipaddr.IPv4 && address.match(network, bits)
  return address instanceof ipaddr.IPv6 && address.match(network, bits)
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
