import fp from 'fastify-plugin'
import { createVersionGuard, type VersionGuard } from '../../src/database/version-guard.js'

declare module 'fastify' {
  interface FastifyInstance { versionGuard: VersionGuard }
}

/** Stops all writes of this process once a newer version has migrated the database. */
export default fp(async function versionGuard (app) {
  const guard = createVersionGuard({
    database: app.database.background,
    onNewer: (migrations) =>
      app.log.error(
        { migrations },
        'a newer version has migrated the database: this process writes nothing any more. Start that version in its place'
      )
  })
  app.decorate('versionGuard', guard)
  app.addHook('onClose', () => guard.stop())
}, { name: 'version-guard', dependencies: ['database'] })
