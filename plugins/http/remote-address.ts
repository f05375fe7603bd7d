import { isIP } from 'node:net'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the request comes from, behind the proxies that TRUST_PROXY names. Empty where nobody knows. */
    remoteAddress: string
  }
}

/** Notes where a request comes from while its connection is there: the log tells it when it may be gone. */
export default fp(async function remoteAddress (app) {
  app.decorateRequest('remoteAddress', '')
  app.addHook('onRequest', function noteAddress (request, _reply, done) {
    const { ip } = request
    // What a trusted proxy passes on may be anything.
    request.remoteAddress = (isIP(ip) === 0 ? request.socket.remoteAddress : ip) ?? ''
    done()
  })
}, { name: 'remote-address' })
