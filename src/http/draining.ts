import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Keeps count of a server's connections and of the requests on each, so that it can be closed as soon as these are answered. A
 * server by itself waits for every connection on which a client has said nothing yet, or keeps one for later.
 */
export function createDraining (server: Server) {
  const connections = new Map<Socket, Set<ServerResponse>>()
  let isDraining = false

  server.on('connection', (socket) => {
    connections.set(socket, new Set())
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const underway = connections.get(socket)
    if (underway === undefined) return
    underway.add(response)
    response.once('close', () => {
      underway.delete(response)
      if (isDraining && underway.size === 0) socket.destroySoon()
    })
  })

  /** Closes the connections that nobody waits on, and each other one with its last answer, which says so. */
  function drain (): void {
    isDraining = true
    for (const [socket, underway] of connections) {
      if (underway.size === 0) socket.destroySoon()
      for (const response of underway) {
        if (!response.headersSent) response.setHeader('connection', 'close')
      }
    }
  }

  return { drain }
}
