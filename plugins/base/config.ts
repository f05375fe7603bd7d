import fp from 'fastify-plugin'
import type { Config } from '../../src/process/config.js'

declare module 'fastify' {
  interface FastifyInstance { config: Config }
}

export default fp<{ config: Config }>(async function config (app, { config }) {
  app.decorate('config', config)
}, { name: 'config' })
