import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fp from 'fastify-plugin'

/**
 * A stop waits for running requests, and not for idle connections: by default, a server waits for new ones without a
 * request, and for kept ones.
 */
export default fp(async function draining (app) {
  /** Each connection with its last answer. */
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
