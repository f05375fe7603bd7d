import fp from 'fastify-plugin'

/** Names the request in its answer, as the log does. */
export default fp(async function requestId (app) {
  app.addHook('onRequest', async function nameRequest (request, reply) {
    reply.header('x-request-id', request.id)
  })
}, { name: 'request-id' })
