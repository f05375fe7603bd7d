import fp from 'fastify-plugin'

/** Names the request in the answer, as in the log. */
export default fp(async function requestId (app) {
  app.addHook('onRequest', function nameRequest (request, reply, done) {
    reply.header('x-request-id', request.id)
    done()
  })
}, { name: 'request-id' })
