import fp from 'fastify-plugin'
import { createAccountUsers, type AccountUsers } from '../../src/access/account-users.js'
import { createApiKeys, type ApiKeys } from '../../src/access/api-keys.js'
import { createPasswordLinks, type PasswordLinks } from '../../src/access/password-links.js'
import { sessions, type Sessions } from '../../src/access/sessions.js'
import { mailBase } from '../../src/process/config.js'

declare module 'fastify' {
  interface FastifyInstance {
    passwordLinks: PasswordLinks
    apiKeys: ApiKeys
    sessions: Sessions
    users: AccountUsers
  }
}

export default fp(async function users (app) {
  const base = mailBase(app.config)
  const ways = { passwords: app.config.PASSWORDS }
  app.decorate('passwordLinks', createPasswordLinks(base))
  app.decorate('apiKeys', createApiKeys(ways))
  app.decorate('sessions', sessions)
  app.decorate('users', createAccountUsers(base, ways))
}, { name: 'users', dependencies: ['config', 'authentication'] })
