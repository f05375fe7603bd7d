import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { described } from '../../src/http/schemas.js'

const AliveReply = Type.Object({ status: described(Type.String(), 'Always `ok`.', 'ok') }, { description: 'It is.' })

const healthz: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    config: { public: true },
    schema: { summary: 'Ask whether the process is alive', response: { 200: AliveReply } }
  }, async function isAlive () {
    return { status: 'ok' }
  })
}

export default healthz
