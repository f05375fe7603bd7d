import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fp from 'fastify-plugin'

/**
 * Stopping lasts as long as the requests that were begun, and not as long as clients keep their connections: a server
 * by itself waits for each on which nothing has been said yet, or which is kept for later.
 */
export default fp(async function draining (app) {
  /** Each connection, with the last answer that was begun on it. */
  const connections = new Map<Socket, ServerResponse | null>()

  app.server.on('connection', (socket) => {
    connections.set(socket, null)
    socket.once('close', () => connections.delete(socket))
  })

  app.addHook('onRequest', function noteRequest ({ raw: { socket } }, reply, done) {
    if (connections.has(socket)) connections.set(socket, reply.raw)
    done()
  })

  app.addHook('preClose', async function drain () {
    for (const [socket, answer] of connections) {
      if (answer === null || answer.writableFinished) socket.destroySoon()
      else if (answer.headersSent) answer.once('finish', () => socket.destroySoon())
      else answer.setHeader('connection', 'close')
    }
  })
}, { name: 'draining' })
