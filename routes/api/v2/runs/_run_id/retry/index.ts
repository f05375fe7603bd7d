import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ActionDisabled, ActionNotFound, RunNotFailed, RunNotFound } from '#src/actions/errors.js'
import { presentRun } from '#src/actions/runs/rows.js'
import { RoleRefused } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { replies } from '../../../schemas.js'
import { RetryReply, RunParams, runsTag } from '../../schemas.js'

const retry: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    schema: {
      tag: runsTag,
      summary: 'Start a run anew',
      description: 'Starts a run that has failed, or was cancelled, as a new run of yours, by the steps that it had. Completed steps stay so.',
      params: RunParams,
      querystring: NoParameters,
      response: replies(
        { 200: RetryReply },
        new RunNotFound(), new ActionNotFound(), new RoleRefused(), new RunNotFailed(), new ActionDisabled()
      )
    }
  }, async function createRunAgain ({ unit, params }) {
    return { run: presentRun(await app.runs.retry(unit, params.run_id)) }
  })
}

export default retry
