import fp from 'fastify-plugin'
import { accountUsers, type AccountUsers } from '../../src/access/account-users.js'
import { apiKeys, type ApiKeys } from '../../src/access/api-keys.js'

declare module 'fastify' {
  interface FastifyInstance {
    apiKeys: ApiKeys
    users: AccountUsers
  }
}

export default fp(async function users (app) {
  app.decorate('apiKeys', apiKeys)
  app.decorate('users', accountUsers)
}, { name: 'users', dependencies: ['authentication'] })
