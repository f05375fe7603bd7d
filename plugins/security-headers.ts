import fp from 'fastify-plugin'
import helmet from 'helmet'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route belongs to a page, which sets headers of its own. */
    page?: boolean
  }
}

/** For data: nothing of an answer may run, be framed, be guessed to be of another type, or be kept by a cache in between. */
const settings = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  xFrameOptions: { action: 'deny' },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false
})

/**
 * Security headers for answers that are data, and what is left of helmet's for pages is in plugins/docs.ts. They are the same for
 * every answer, so that helmet is asked once: asking it each time costs a read a third of its speed.
 */
export default fp(async function securityHeaders (app) {
  const headers = { ...collectHeaders(), 'cache-control': 'private, no-cache' }

  app.addHook('onRequest', function addHeaders (request, reply, done) {
    if (request.routeOptions.config.page !== true) reply.headers(headers)
    done()
  })
}, { name: 'security-headers' })

function collectHeaders (): Record<string, string> {
  const headers: Record<string, string> = {}
  const answer = { setHeader: (name: string, value: string) => { headers[name.toLowerCase()] = value }, removeHeader: () => {} }
  settings({} as never, answer as never, () => {})
  return headers
}
