import fp from 'fastify-plugin'
import { createTokens, type Tokens } from '../../src/tokens/tokens.js'

declare module 'fastify' {
  interface FastifyInstance { tokens: Tokens }
}

export default fp(async function tokens (app) {
  app.decorate('tokens', createTokens())
}, { name: 'tokens', dependencies: ['authentication'] })
