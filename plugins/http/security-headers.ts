import fp from 'fastify-plugin'
import helmet from 'helmet'
import type { Config } from '../../src/process/config.js'

const YEAR_S = 365 * 24 * 60 * 60

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route belongs to a page, which sets headers of its own. */
    page?: boolean
  }
}

/** Only who is reached by TLS may ask browsers for it, and for no name but its own. */
export function transportSecurity ({ PUBLIC_URL: url }: Config): { maxAge: number, includeSubDomains: false } | false {
  return url?.startsWith('https:') === true ? { maxAge: YEAR_S, includeSubDomains: false } : false
}

/**
 * For data: nothing of an answer may run, be framed, be guessed to be of another type, or be kept by a cache in
 * between.
 */
const settingsFor = (config: Config) => helmet({
  strictTransportSecurity: transportSecurity(config),
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
 * Security headers for answers that are data, and what is left of helmet's for pages is in plugins/http/docs.ts. They
 * are the same for every answer, so that helmet is asked once: asking it each time costs a read a third of its speed.
 */
export default fp(async function securityHeaders (app) {
  const headers = { ...collectHeaders(app.config), 'cache-control': 'private, no-cache' }

  app.addHook('onRequest', function addHeaders (request, reply, done) {
    if (request.routeOptions.config.page !== true) reply.headers(headers)
    done()
  })
}, { name: 'security-headers', dependencies: ['config'] })

function collectHeaders (config: Config): Record<string, string> {
  const headers: Record<string, string> = {}
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {}
  }
  settingsFor(config)({} as never, answer as never, () => {})
  return headers
}
