import type { Socket } from 'node:net'
import { Agent, Pool, type Dispatcher } from 'undici'
import { Connection, type ConnectionOptions, type Dispatch } from './connection.js'
import { createConnector, type ConnectorOptions } from './connector.js'

export interface ConnectionsOptions extends ConnectorOptions {
  /** Milliseconds that an unused connection is kept if the receiver states no time. */
  readonly keepAliveMs: number
  /** When this many connections are open, none is kept after its request. */
  readonly maxKeptConnections: number
}

export type Connections = ReturnType<typeof createConnections>

const MOST_HEADER_BYTES = 16 * 1024
const LONGEST_KEEP_ALIVE_MS = 60_000

/**
 * The library's agent with our connector. No request waits for another: callers bound how many are under way. The
 * library's time limits are off, as one deadline spans all of them.
 */
export function createConnections ({ keepAliveMs, maxKeptConnections, ...options }: ConnectionsOptions) {
  const open = new Map<Socket, Connection>()
  const agent = new Agent({
    connect: createConnector(options),
    factory: (origin, options) => new Pool(origin, { ...options, factory: createConnection }),
    maxHeaderSize: MOST_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: LONGEST_KEEP_ALIVE_MS
  })

  function createConnection (origin: URL, options: object): Connection {
    return new Connection(origin, { ...options as ConnectionOptions, open })
  }

  function dispatch (request: Dispatch, handler: Dispatcher.DispatchHandler): void {
    agent.dispatch({ ...request, reset: open.size >= maxKeptConnections }, handler)
  }

  /** Closes the idle connections to an origin after one of them turned out to be closed by the receiver. */
  function refresh (origin: string): void {
    for (const [socket, connection] of open) {
      if (connection.origin === origin && connection.isIdle) socket.destroy()
    }
  }

  function stats () {
    return {
      origins: Object.keys(agent.stats).length,
      connections: open.size,
      idle: [...open.values()].filter((connection) => connection.isIdle).length
    }
  }

  /** Ends every connection at once. */
  async function close (): Promise<void> {
    await agent.destroy()
  }

  return { dispatch, refresh, stats, close }
}
