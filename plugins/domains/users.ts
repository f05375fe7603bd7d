import fp from 'fastify-plugin'
import { createAccountUsers, type AccountUsers } from '../../src/access/account-users.js'
import { createApiKeys, type ApiKeys } from '../../src/access/api-keys.js'
import { createPasswordLinks, type PasswordLinks } from '../../src/access/password-links.js'
import { sessions, type Sessions } from '../../src/access/sessions.js'
import { SECOND_MS } from '../../src/basics/units.js'
import { createRemovalJob } from '../../src/access/removal/job.js'
import { createUserRemovals, REMOVALS_JOB, type UserRemovals } from '../../src/access/removal/remove.js'
import { mailBase } from '../../src/process/config.js'

declare module 'fastify' {
  interface FastifyInstance {
    passwordLinks: PasswordLinks
    apiKeys: ApiKeys
    sessions: Sessions
    users: AccountUsers
    userRemovals: UserRemovals
  }
}

/** How often it is looked whether a removal is due. */
const REMOVALS_MS = 5 * SECOND_MS

export default fp(async function users (app) {
  const base = mailBase(app.config)
  const ways = { passwords: app.config.PASSWORDS }
  app.decorate('passwordLinks', createPasswordLinks(base))
  app.decorate('apiKeys', createApiKeys(ways))
  app.decorate('sessions', sessions)
  app.decorate('users', createAccountUsers(base, ways))
  app.decorate('userRemovals', createUserRemovals(ways))

  const { database, transactInBackground: transact, worker, log } = app
  const removals = createRemovalJob({ database: database.background, transact, worker, log })
  app.jobs.push({ name: REMOVALS_JOB, intervalMs: REMOVALS_MS, run: async () => { await removals.look() } })
  app.versionGuard.signal.addEventListener('abort', () => { removals.stop() })
  app.addHook('onClose', removals.stop)
}, { name: 'users', dependencies: ['config', 'authentication', 'database', 'transact', 'worker', 'version-guard'] })
