import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr = require('ipaddr.js')
import { publicUrl, type Config } from '../process/config.js'

/** A host as it may stand in a URL: a name or an IPv4 address, or an IPv6 address in brackets; and a port. */
const HOST = /^(?:[a-z\d](?:[\w.-]{0,252}[a-z\d])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

type Asked = Pick<FastifyRequest, 'protocol' | 'host' | 'socket'>

export interface PublicUrls {
  /** The base of the URLs that an answer hands out, without a slash at the end. */
  readonly of: (request: Asked) => string
  /** What comes before the path in a link: nothing, where a path alone leads there. */
  readonly linkBase: (request: Asked) => string
}

/**
 * Where the service is reached from outside: as PUBLIC_URL says, or at HOST and PORT. Where HOST is every address of
 * the machine, it is reached where the request was sent to, by its Host header, or by the word of a proxy that
 * TRUST_PROXY names. Neither is trusted with more than a scheme, a name and a port.
 */
export function createPublicUrls (config: Config, server: Server): PublicUrls {
  const isEverywhere = config.PUBLIC_URL === undefined && listensEverywhere(config.HOST)
  // With port 0 the system chooses, and only the server knows.
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
