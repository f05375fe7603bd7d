import type { FastifyPluginAsync } from 'fastify'

/**
 * Routes that work and that the API document does not tell of: the contract's headings spell some of its paths in
 * another way.
 */
export function hidden (routes: FastifyPluginAsync): FastifyPluginAsync {
  return async function hiddenRoutes (app, options) {
    app.addHook('onRoute', (route) => { route.schema = { ...route.schema, hide: true } })
    await routes(app, options)
  }
}
