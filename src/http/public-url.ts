import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr = require('ipaddr.js')
import { publicUrl, type Config } from '../process/config.js'

/** A host in a URL: a name or an IPv4 address, or an IPv6 address in brackets, with an optional port. */
const HOST = /^(?:[a-z\d](?:[\w.-]{0,252}[a-z\d])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

type Asked = Pick<FastifyRequest, 'protocol' | 'host' | 'socket'>

export interface PublicUrls {
  /** The base of URLs in answers, without a slash at the end. */
  readonly of: (request: Asked) => string
  /** The prefix of links; empty if a path is enough. */
  readonly linkBase: (request: Asked) => string
}

/**
 * The public address of the service: PUBLIC_URL, or HOST and PORT. If HOST means all addresses of the machine, it is
 * the address that the request was sent to, by its Host header or by a proxy that TRUST_PROXY names. Only a scheme, a
 * name and a port are taken from these.
 */
export function createPublicUrls (config: Config, server: Server): PublicUrls {
  const isEverywhere = config.PUBLIC_URL === undefined && listensEverywhere(config.HOST)
  // Port 0 is chosen by the system: only the server knows it.
  const fixed = () => publicUrl({ ...config, PORT: (server.address() as AddressInfo | null)?.port ?? config.PORT })
  const asked = ({ protocol, host, socket }: Asked) => {
    if (HOST.test(host)) return `${protocol === 'https' ? 'https' : 'http'}://${host}`
    return socket.localAddress === undefined
      ? fixed()
      : publicUrl({ ...config, HOST: socket.localAddress, PORT: socket.localPort! })
  }
  const of = (request: Asked) => isEverywhere ? asked(request) : fixed()
  return { of, linkBase: isEverywhere || config.PUBLIC_URL !== undefined ? of : () => '' }
}

function listensEverywhere (host: string): boolean {
  return ipaddr.isValid(host) && ipaddr.parse(host).range() === 'unspecified'
}
