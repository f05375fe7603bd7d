import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { RunNotFound, RunOver } from '#src/actions/errors.js'
import { RoleRefused } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { done, replies } from '../../schemas.js'
import { RunParams, runsTag, WholeRunReply } from '../schemas.js'

const run: FastifyPluginAsyncTypebox = async function (app) {
  const params = RunParams
  const missing = new RunNotFound()

  app.get('/', {
    schema: {
      tag: runsTag,
      summary: 'Read a run',
      description: 'Reads a run with its steps and its log.',
      params,
      querystring: NoParameters,
      response: replies({ 200: WholeRunReply }, missing)
    }
  }, async function getRun ({ unit, params }) {
    return app.runs.whole(unit, params.run_id)
  })

  app.delete('/', {
    schema: {
      tag: runsTag,
      summary: 'Cancel a run',
      description: 'Cancels your own run, or, for administrators, any. Steps that are over stay as they are; deliveries under way still go out.',
      params,
      querystring: NoParameters,
      response: replies(done('Run cancelled'), missing, new RoleRefused(), new RunOver())
    }
  }, async function deleteRun ({ unit, params }) {
    await app.runs.cancel(unit, params.run_id)
    return { ok: 'Run cancelled' }
  })
}

export default run
