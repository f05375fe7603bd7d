import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { described } from '../../src/http/schemas.js'
import { serviceTag } from '../healthz/schemas.js'

const readiness = (description: string, status: string, ...problems: string[]) => Type.Object({
  status: described(Type.String(), '`ready` or `not ready`.', status),
  problems: described(Type.Array(Type.String()), 'What is in the way, for people.', problems),
  warnings: Type.Optional(described(
    Type.Array(Type.String()),
    'What should be looked after all the same; left out where there is nothing.',
    ['nobody can administer account 1: no administrator has a valid key that may write']
  ))
}, { description })

const replies = {
  200: readiness('It is.', 'ready'),
  503: readiness('It is not: send requests elsewhere.', 'not ready', 'the database does not answer')
}

const readyz: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    config: { public: true },
    schema: {
      tag: serviceTag,
      summary: 'Ask whether the service can do its work',
      description: 'Whether the database answers, the disks have room, and nothing else is in the way.',
      response: replies
    }
  }, async function isReady (_request, reply) {
    const [problems, warnings] = await Promise.all([app.health.check(), app.health.warnings()])
    if (problems.length > 0) reply.code(503)
    return { status: problems.length === 0 ? 'ready' : 'not ready', problems, ...warnings.length > 0 && { warnings } }
  })
}

export default readyz
