import type { FastifyPluginAsync } from 'fastify'

/** Hides routes from the API document: other spellings of paths in the contract's headings. */
export function hidden (routes: FastifyPluginAsync): FastifyPluginAsync {
  return async function hiddenRoutes (app, options) {
    app.addHook('onRoute', (route) => { route.schema = { ...route.schema, hide: true } })
    await routes(app, options)
  }
}
