import fp from 'fastify-plugin'

/** Names the request in its answer, as the log does. */
export default fp(async function requestId (app) {
  app.addHook('onRequest', function nameRequest (request, reply, done) {
    reply.header('x-request-id', request.id)
    done()
  })
}, { name: 'request-id' })
