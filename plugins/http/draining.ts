import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance { draining: { begin (): void, readonly isBegun: boolean } }
}

/**
 * Before a stop everything is still served, and connections are closed with their next answer: a load balancer has time
 * to notice, and no request meets a closed connection.
 *
 * A stop waits for running requests, and not for idle connections: by default, a server waits for new ones without a
 * request, and for kept ones.
 */
export default fp(async function draining (app) {
  /** Each connection with its last answer. */
  const connections = new Map<Socket, ServerResponse | null>()
  let isBegun = false

  const closeWith = (answer: ServerResponse | null) => {
    if (answer !== null && !answer.headersSent) answer.setHeader('connection', 'close')
  }

  app.decorate('draining', {
    begin () {
      isBegun = true
      for (const answer of connections.values()) closeWith(answer)
    },
    get isBegun () { return isBegun }
  })

  app.server.on('connection', (socket) => {
    connections.set(socket, null)
    socket.once('close', () => connections.delete(socket))
  })

  app.addHook('onRequest', function noteRequest ({ raw: { socket } }, reply, done) {
    if (connections.has(socket)) connections.set(socket, reply.raw)
    if (isBegun) closeWith(reply.raw)
    done()
  })

  app.addHook('preClose', async function drain () {
    for (const [socket, answer] of connections) {
      if (answer === null || answer.writableFinished) socket.destroySoon()
      else if (answer.headersSent) answer.once('finish', () => socket.destroySoon())
      else closeWith(answer)
    }
  })
}, { name: 'draining' })
