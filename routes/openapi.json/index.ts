import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

const openapi: FastifyPluginAsyncTypebox = async function (app) {
  let text: string | undefined

  app.get('/', { config: { public: true }, schema: { hide: true } }, async function getApiDocument (_request, reply) {
    text ??= JSON.stringify(app.swagger())
    reply.type('application/json; charset=utf-8')
    return text
  })
}

export default openapi
