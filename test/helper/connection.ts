import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'

/** A connection on which a test sends what it wants, byte by byte. */
export interface Connection {
  readonly socket: Socket
  /** What has come so far. */
  readonly answer: () => string
  readonly closed: Promise<unknown>
}

/** Makes a service listen, if it does not yet, and returns its port. */
export async function portOf (app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

/** Connects to a service. The connection ends with the test. */
export async function dial (t: Test, app: FastifyInstance): Promise<Connection> {
  const socket = connect(await portOf(app), '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => { answer += text }).on('error', () => {})
  t.teardown(() => socket.destroy())
  // `once` would reject if the connection is reset.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  return { socket, answer: () => answer, closed }
}
