import fp from 'fastify-plugin'
import { createByProvider, type ByProvider } from '../../src/access/by-provider.js'
import { followProvider } from '../../src/groups/provider.js'
import { createCheckCookie } from '../../src/oidc/cookie.js'
import { createProvider, type Provider } from '../../src/oidc/provider.js'
import { oidcSettings } from '../../src/process/config.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** The provider by which people sign in; null if there is none. */
    oidc: null | {
      readonly provider: Provider
      readonly byProvider: ByProvider
      readonly cookie: ReturnType<typeof createCheckCookie>
    }
  }
}

export default fp(async function oidc (app) {
  const { config, database, transact } = app
  const settings = oidcSettings(config)
  app.decorate('oidc', settings && {
    provider: createProvider(settings, `${config.PUBLIC_URL!}/api/v2/session/oidc/callback`),
    byProvider: createByProvider({
      database, transact, makesUsers: config.OIDC_NEW_USERS === 'projects', followGroups: followProvider
    }),
    cookie: createCheckCookie(config)
  })
}, { name: 'oidc', dependencies: ['config', 'database', 'transact', 'authentication'] })
