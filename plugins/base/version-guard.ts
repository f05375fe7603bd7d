import fp from 'fastify-plugin'
import { createVersionGuard, type VersionGuard } from '../../src/database/version-guard.js'

declare module 'fastify' {
  interface FastifyInstance { versionGuard: VersionGuard }
  interface FastifyContextConfig {
    /** The minor that brings the route, such as `1.1`: until the upgrade to that one is finished, it answers 503. */
    since?: string
  }
}

/**
 * Stops all writes of this process once a newer release has begun what this one does not know, and refuses what is new
 * in this one until then.
 */
export default fp(async function versionGuard (app) {
  const guard = createVersionGuard({
    database: app.database.background,
    isManual: app.config.FINISH_UPGRADE === 'manual',
    onNewer: (release) =>
      app.log.error(
        { release },
        'a newer version has upgraded the database: this process writes nothing any more. Start that version in its place'
      )
  })
  app.decorate('versionGuard', guard)
  app.addHook('onClose', () => guard.stop())
  app.addHook('onRoute', (route) => {
    const since = route.config?.since
    if (since === undefined) return
    route.onRequest = [...[route.onRequest ?? []].flat(), async () => { guard.requireFinished(since) }]
  })
  await guard.start()
}, { name: 'version-guard', dependencies: ['config', 'database'] })
