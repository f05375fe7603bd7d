import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

const readyz: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', { config: { public: true } }, async function isReady (_request, reply) {
    const problems = await app.health.check()
    if (problems.length > 0) reply.code(503)
    return { status: problems.length === 0 ? 'ready' : 'not ready', problems }
  })
}

export default readyz
