import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AliveReply, serviceTag } from './schemas.js'

const healthz: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    config: { public: true },
    schema: {
      tag: serviceTag,
      summary: 'Ask whether the process is alive',
      description: 'It asks nothing else, neither the database nor a disk.',
      response: { 200: AliveReply }
    }
  }, async function isAlive () {
    return { status: 'ok' }
  })
}

export default healthz
