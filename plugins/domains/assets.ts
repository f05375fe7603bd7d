import fp from 'fastify-plugin'
import { createAssets, type Assets } from '../../src/assets/assets.js'

declare module 'fastify' {
  interface FastifyInstance { assets: Assets }
}

export default fp(async function assets (app) {
  app.decorate('assets', createAssets(app))
}, { name: 'assets', dependencies: ['authentication', 'trash'] })
