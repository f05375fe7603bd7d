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
  app.addHook('onRoute', (route) => {
    const deprecated = route.config?.deprecated
    if (deprecated === undefined) return
    const headers = headersOf(deprecated)
    // Also of answers that are given before the hooks of the route: 401 is one.
    route.onSend = [...[route.onSend ?? []].flat(), async (_request, reply) => { reply.headers(headers) }]
  })
}, { name: 'deprecation' })

function headersOf ({ since, sunset }: Deprecated): Record<string, string> {
  return {
    deprecation: `@${since}`,
    ...sunset !== undefined && { sunset: new Date(sunset * 1000).toUTCString() }
  }
}
