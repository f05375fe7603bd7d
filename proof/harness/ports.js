import { once } from 'node:events'
import { createServer } from 'node:net'
import { ensure } from './failure.js'

/**
 * @param {import('node:net').Server} server that listens on a port
 * @returns {number}
 */
export function portOf (server) {
  const address = server.address()
  ensure(typeof address === 'object' && address !== null, 'a server does not listen')
  return address.port
}

/** A port that is free at the moment. */
export async function freePort () {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  return port
}
