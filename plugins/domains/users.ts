import fp from 'fastify-plugin'
import { accountUsers, type AccountUsers } from '../../src/access/account-users.js'
import { apiKeys, type ApiKeys } from '../../src/access/api-keys.js'
import { accountLinks, type AccountLinks } from '../../src/access/links.js'
import { sessions, type Sessions } from '../../src/access/sessions.js'

declare module 'fastify' {
  interface FastifyInstance {
    accountLinks: AccountLinks
    apiKeys: ApiKeys
    sessions: Sessions
    users: AccountUsers
  }
}

export default fp(async function users (app) {
  app.decorate('accountLinks', accountLinks)
  app.decorate('apiKeys', apiKeys)
  app.decorate('sessions', sessions)
  app.decorate('users', accountUsers)
}, { name: 'users', dependencies: ['authentication'] })
