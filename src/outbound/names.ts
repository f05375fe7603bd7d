import { Resolver, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { readHosts, readSearch } from './name-files.js'

/** Tells the addresses of a name, or why there are none. */
export type LookupAnswer = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void

/** Resolves a name to all its addresses. Returns a function that gives up: nothing is asked or answered any more. */
export type Lookup = (hostname: string, answer: LookupAnswer) => () => void

export interface NamesOptions {
  readonly hostsPath?: string
  readonly resolvPath?: string
  /** Name servers as `address:port`. Default: those of the machine. */
  readonly servers?: readonly string[]
  /** The longest look-up of a name. */
  readonly longestMs?: number
}

const LONGEST_MS = 10_000
/** The wait for a server, at first, and how often all of them are asked. */
const PATIENCE_MS = 2000
const TRIES = 3

/** The name does not exist there, or has no address. Another search domain may have it. */
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EREFUSED', 'EBADNAME'])

/**
 * Looks names up as the machine does: in its file of hosts, then by its name servers with its search domains. The
 * library's own `dns.lookup` has two threads for everybody and cannot be cancelled: a few names with silent servers
 * would keep all others waiting. Here every look-up is a socket and a timer, so that none waits for another.
 */
export function createLookup (
  { hostsPath = '/etc/hosts', resolvPath = '/etc/resolv.conf', servers, longestMs = LONGEST_MS }: NamesOptions = {}
): Lookup {
  const hosts = readHosts(hostsPath)
  const search = readSearch(resolvPath)

  return function lookup (hostname, answer) {
    const name = hostname.toLowerCase().replace(/\.$/, '')
    const known = hosts().get(name) ?? loopbackOf(name)
    if (known !== undefined) {
      const soon = setImmediate(() => answer(null, known.map(toAddress)))
      return () => clearImmediate(soon)
    }

    const resolver = new Resolver({ timeout: PATIENCE_MS, tries: TRIES })
    if (servers !== undefined) resolver.setServers(servers)
    let isOver = false
    const deadline = setTimeout(() => end(failure('ETIMEOUT', name), []), longestMs)
    ask(resolver, hostname.endsWith('.') ? [name] : search.namesFor(name), () => isOver)
      .then((addresses) => end(null, addresses), (error: NodeJS.ErrnoException) => end(error, []))

    function end (...result: Parameters<LookupAnswer>): void {
      if (isOver) return
      giveUp()
      answer(...result)
    }

    function giveUp (): void {
      isOver = true
      clearTimeout(deadline)
      resolver.cancel()
    }

    return giveUp
  }
}

/** Asks for one name after the other, until one has an address. */
async function ask (resolver: Resolver, names: readonly string[], isOver: () => boolean): Promise<LookupAddress[]> {
  let first: NodeJS.ErrnoException | undefined
  for (const name of names) {
    const families = hasIPv6() ? [4, 6] as const : [4] as const
    const answers = await Promise.allSettled(families.map((family) => resolve(resolver, name, family)))
    const addresses = answers.flatMap((answer) => answer.status === 'fulfilled' ? answer.value : [])
    if (addresses.length > 0) return addresses.map(toAddress)
    const errors = answers.flatMap((answer): NodeJS.ErrnoException[] =>
      answer.status === 'rejected' ? [answer.reason] : [])
    const serious = errors.find(({ code }) => !UNKNOWN.has(code ?? ''))
    if (serious !== undefined || isOver()) throw serious ?? failure('ECANCELLED', name)
    first ??= errors[0]
  }
  throw first ?? failure('ENOTFOUND', names[0] ?? '')
}

function resolve (resolver: Resolver, name: string, family: 4 | 6): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const settle = (error: NodeJS.ErrnoException | null, addresses: string[]) =>
      error ? reject(error) : resolve(addresses)
    if (family === 4) resolver.resolve4(name, settle)
    else resolver.resolve6(name, settle)
  })
}

/** Without an address of its own in IPv6, a machine reaches none. */
function hasIPv6 (): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ family, internal, scopeid }) => family === 'IPv6' && !internal && scopeid === 0))
}

/** These names are this machine's, whatever name servers say (RFC 6761). */
function loopbackOf (name: string): readonly string[] | undefined {
  return name === 'localhost' || name.endsWith('.localhost') ? ['127.0.0.1', '::1'] : undefined
}

function toAddress (address: string): LookupAddress {
  return { address, family: isIP(address) }
}

function failure (code: string, name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code} ${name}`), { code })
}
