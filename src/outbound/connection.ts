import type { Socket } from 'node:net'
import type { Client } from 'undici'
import type { Connector } from './connector.js'
import { isBadResponse, undici } from './undici.js'

/** One connection to one origin, which carries one request at a time. */
export interface Connection {
  /** The origin, and behind a space the partition if there is one. */
  readonly origin: string
  readonly client: Client
  /** Answers that came whole over the socket which is open now: above 0, the socket is a kept one. */
  served: number
  /** Whether the socket was closed because something came over it that nobody had asked for. */
  isGarbled: () => boolean
  /** Ends the connection, whatever it is doing: connecting, shaking hands, waiting or reading. */
  destroy: (reason: Error | null) => void
}

export interface ConnectionOptions {
  connector: Connector
  keepAliveMs: number
  /** Called whenever the connection's socket has closed. */
  onDisconnect: (connection: Connection) => void
}

const maxHeaderBytes = 16 * 1024
const maxKeepAliveMs = 60_000

/** Time limits of the library are off, because one deadline of our own spans everything it would count apart. */
export function createConnection (
  origin: string, { connector, keepAliveMs, onDisconnect }: ConnectionOptions
): Connection {
  let socket: Socket | null = null
  const client = new (undici().Client)(origin.split(' ')[0]!, {
    connect (options, callback) {
      connection.served = 0
      socket = connector(options, callback)
    },
    pipelining: 1,
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: maxKeepAliveMs
  })
  const connection: Connection = { origin, client, served: 0, isGarbled, destroy }
  client.on('disconnect', () => onDisconnect(connection))

  function isGarbled (): boolean {
    return isBadResponse(socket?.errored)
  }

  function destroy (reason: Error | null): void {
    client.destroy(reason, () => {})
    // The client does not let go of a socket that is still connecting.
    socket?.destroy()
  }

  return connection
}
