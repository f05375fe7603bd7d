import fp from 'fastify-plugin'
import helmet from 'helmet'
import type { Config } from '../../src/process/config.js'

const YEAR_S = 365 * 24 * 60 * 60

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route serves a page, which has its own headers. */
    page?: boolean
  }
}

/** HSTS, only if PUBLIC_URL is https, and for its own host name only. */
export function transportSecurity ({ PUBLIC_URL: url }: Config): { maxAge: number, includeSubDomains: false } | false {
  return url?.startsWith('https:') === true ? { maxAge: YEAR_S, includeSubDomains: false } : false
}

/** Headers for data: no answer may be run, framed, sniffed, or cached by proxies. */
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
 * Sets security headers for data; those of pages are in plugins/http/docs.ts. They are the same for every answer, so
 * helmet makes them once: calling it each time takes a third of the speed of reads.
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
