import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AliveReply, serviceTag } from './schemas.js'

const healthz: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    config: { public: true },
    schema: {
      tag: serviceTag,
      summary: 'Check whether the process is alive',
      description: 'The check uses neither the database nor the disks.',
      response: { 200: AliveReply }
    }
  }, async function isAlive () {
    return { status: 'ok' }
  })
}

export default healthz
