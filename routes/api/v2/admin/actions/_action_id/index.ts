import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentAction } from '#src/actions/definitions/present.js'
import { stepRules } from '#src/actions/definitions/steps.js'
import { ActionNotFound } from '#src/actions/errors.js'
import { InvalidParameter } from '#src/errors.js'
import { inspect } from '#src/http/inspect.js'
import { NoParameters } from '#src/http/schemas.js'
import {
  ActionParams, ActionReply, actionsTag, UpdateActionBody, UpdateActionReply
} from '../../../actions/schemas.js'
import { adminReplies, done } from '../../../schemas.js'

const action: FastifyPluginAsyncTypebox = async function (app) {
  const params = ActionParams
  const missing = new ActionNotFound()

  app.get('/', {
    schema: {
      tag: actionsTag,
      summary: 'Read the definition of an action',
      description: 'The answer has the steps as they are now. Runs keep the steps with which they were made.',
      params,
      querystring: NoParameters,
      response: adminReplies({ 200: ActionReply }, missing)
    }
  }, async function getAction ({ unit, params }) {
    return { action: presentAction(await app.actions.require(unit, params.action_id)) }
  })

  app.post('/', {
    schema: {
      tag: actionsTag,
      summary: 'Change an action',
      description: 'Changes the properties that you send. You become the user of the runs that events start. Runs that are there keep their steps; `filter` and `parallel` hold for them at once.',
      params,
      querystring: NoParameters,
      body: UpdateActionBody,
      response: adminReplies(
        { 200: UpdateActionReply }, missing,
        new InvalidParameter('steps', inspect([{ name: 'transcribe' }]), stepRules.target)
      )
    }
  }, async function updateAction ({ unit, params, body }) {
    return { action: presentAction(await app.actions.update(unit, params.action_id, body)) }
  })

  app.delete('/', {
    schema: {
      tag: actionsTag,
      summary: 'Delete an action',
      description: 'Cancels the runs that wait. Runs that have begun go on.',
      params,
      querystring: NoParameters,
      response: adminReplies(done('Action deleted'), missing)
    }
  }, async function deleteAction ({ unit, params }) {
    await app.actions.remove(unit, params.action_id)
    return { ok: 'Action deleted' }
  })
}

export default action
