import { isIP } from 'node:net'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of the client, behind the proxies of TRUST_PROXY. Empty if it is unknown. */
    remoteAddress: string
  }
}

/** Notes the address of the client while its connection is open, for log lines that come later. */
export default fp(async function remoteAddress (app) {
  app.decorateRequest('remoteAddress', '')
  app.addHook('onRequest', function noteAddress (request, _reply, done) {
    const { ip } = request
    // A trusted proxy may pass on anything.
    request.remoteAddress = (isIP(ip) === 0 ? request.socket.remoteAddress : ip) ?? ''
    done()
  })
}, { name: 'remote-address' })
