import fp from 'fastify-plugin'

/** When a route was said to go, and when it goes, in seconds since 1970. */
export interface Deprecated {
  readonly since: number
  /** Once the day is known. */
  readonly sunset?: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** That the route is to go: its answers and the API document say so. */
    deprecated?: Deprecated
  }
}

/** Adds `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) to all answers of routes that are to go. */
export default fp(async function deprecation (app) {
  app.addHook('onRequest', function sayDeprecated (request, reply, done) {
    const { deprecated } = request.routeOptions.config
    if (deprecated !== undefined) reply.headers(headersOf(deprecated))
    done()
  })
}, { name: 'deprecation' })

function headersOf ({ since, sunset }: Deprecated): Record<string, string> {
  return {
    deprecation: `@${since}`,
    ...sunset !== undefined && { sunset: new Date(sunset * 1000).toUTCString() }
  }
}
