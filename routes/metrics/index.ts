import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

const metrics: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', { config: { public: true }, schema: { hide: true } }, async function readMetrics (_request, reply) {
    reply.type(app.metrics.contentType)
    return app.metrics.render()
  })
}

export default metrics
