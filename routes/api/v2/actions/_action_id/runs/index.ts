import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ActionDisabled, ActionNotFound, NothingChosen } from '#src/actions/errors.js'
import { RoleRefused, TooMany } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { replies } from '../../../schemas.js'
import { runsTag, StartedReply } from '../../../runs/schemas.js'
import { ActionParams, StartBody } from '../../schemas.js'

const starts: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    schema: {
      tag: runsTag,
      summary: 'Start an action',
      description: 'Makes a run for each item. The body has one of `asset_ids`, `project_ids` and `search`, which fits the type of the action. A search may find 10,000 items.',
      params: ActionParams,
      querystring: NoParameters,
      body: StartBody,
      response: replies(
        { 200: StartedReply },
        new ActionNotFound(), new RoleRefused(), new NothingChosen(), new ActionDisabled(), new TooMany('10000 items')
      )
    }
  }, async function createRuns ({ unit, params, body }) {
    const { batch, runIds, skipped } = await app.runs.start(unit, params.action_id, body)
    return { batch, run_ids: [...runIds], skipped }
  })
}

export default starts
