import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { described } from '../../src/http/schemas.js'
import { serviceTag } from '../healthz/schemas.js'

const readiness = (description: string, status: string, ...problems: string[]) => Type.Object({
  status: described(Type.String(), '`ready` or `not ready`.', status),
  problems: described(Type.Array(Type.String()), 'Problems that prevent the work, as texts for people.', problems),
  warnings: Type.Optional(described(
    Type.Array(Type.String()),
    'Problems that do not prevent the work, as texts for people. Absent if there are none.',
    ['nobody can administer account 1: no administrator has a password, or a valid key that may write']
  ))
}, { description })

const replies = {
  200: readiness('The service is ready.', 'ready'),
  503: readiness('The service is not ready: send requests to another process.', 'not ready', 'the database does not answer')
}

const readyz: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    config: { public: true },
    schema: {
      tag: serviceTag,
      summary: 'Check whether the service is ready',
      description: 'The service is ready if the database answers, the disks have enough space, and nothing else prevents its work.',
      response: replies
    }
  }, async function isReady (_request, reply) {
    const [problems, warnings] = await Promise.all([app.health.check(), app.health.warnings()])
    if (problems.length > 0) reply.code(503)
    return { status: problems.length === 0 ? 'ready' : 'not ready', problems, ...warnings.length > 0 && { warnings } }
  })
}

export default readyz
