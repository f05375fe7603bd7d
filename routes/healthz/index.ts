import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

const healthz: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', { config: { public: true } }, async function isAlive () {
    return { status: 'ok' }
  })
}

export default healthz
