import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { LookupAddress } from 'node:dns'
import type { Test } from 'tap'
import { createAddressGuard, createOutboundClient } from '#src/outbound/index.js'
import type { Lookup, OutboundClient, OutboundClientOptions } from '#src/outbound/index.js'

export interface Receiver {
  /** With the literal address 127.0.0.1 as its host. */
  url: string
  port: number
  /** Connections that were made so far. */
  connections: () => number
  /** Connections that are open now. */
  open: () => number
}

/** An HTTP server on loopback that is stopped when the test ends. */
export async function startReceiver (t: Test, onRequest: RequestListener, host = '127.0.0.1'): Promise<Receiver> {
  return await listen(t, createServer({ keepAliveTimeout: 60_000 }, onRequest), host)
}

/** A server on loopback that sends any bytes, HTTP or not. */
export async function startRawReceiver (
  t: Test, onSocket: (socket: Socket) => void, host = '127.0.0.1'
): Promise<Receiver> {
  return await listen(t, createSocketServer(onSocket), host)
}

export async function listen (t: Test, server: Server, host: string): Promise<Receiver> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', function onConnection (socket: Socket) {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, host, resolve))
  t.teardown(function stop () {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, connections: () => connections, open: () => sockets.size }
}

/** A client that may reach loopback, closed when the test ends. */
export function startClient (t: Test, options: Partial<OutboundClientOptions> = {}) {
  const isAllowed = createAddressGuard({ allow: [], allowLoopback: true })
  const client = createOutboundClient({ isAllowed, ...options })
  t.teardown(() => client.close({ graceMs: 0 }))
  return client
}

/** A name service that answers each name with its lists of addresses in turn, and then always with the last. */
export function answerNames (names: Record<string, string[][]>): Lookup & { asked: string[] } {
  const asked: string[] = []
  function lookup (hostname: string, answer: Parameters<Lookup>[1]) {
    asked.push(hostname)
    const answers = names[hostname]
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' })
    const addresses = answers && (answers.length > 1 ? answers.shift()! : answers[0])
    setImmediate(() => addresses ? answer(null, addresses.map(toLookupAddress)) : answer(error, []))
    return () => {}
  }
  return Object.assign(lookup, { asked })
}

function toLookupAddress (address: string): LookupAddress {
  return { address, family: address.includes(':') ? 6 : 4 }
}

/** Resolves when the condition holds. It is checked after every turn of the event loop. */
export async function until (holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setImmediate(resolve))
}

/** Resolves when a client has no connection, open or being made, and remembers no origin. */
export async function untilNothingIsOpen (client: OutboundClient): Promise<void> {
  await until(() => Object.values(client.stats()).every((count) => count === 0))
}
