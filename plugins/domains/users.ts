import fp from 'fastify-plugin'
import { createAccountUsers, type AccountUsers } from '../../src/access/account-users.js'
import { createApiKeys, type ApiKeys } from '../../src/access/api-keys.js'

declare module 'fastify' {
  interface FastifyInstance {
    apiKeys: ApiKeys
    users: AccountUsers
  }
}

export default fp(async function users (app) {
  app.decorate('apiKeys', createApiKeys(app))
  app.decorate('users', createAccountUsers(app))
}, { name: 'users', dependencies: ['database', 'transact', 'authentication'] })
