import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { formRules } from '#src/actions/definitions/form.js'
import { MOST_ACTIONS } from '#src/actions/definitions/definitions.js'
import { presentAction } from '#src/actions/definitions/present.js'
import { stepRules } from '#src/actions/definitions/steps.js'
import { InvalidParameter, TooMany } from '#src/errors.js'
import { inspect } from '#src/http/inspect.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { NoParameters } from '#src/http/schemas.js'
import { ActionsReply, actionsTag, CreateActionBody, CreateActionReply } from '../../actions/schemas.js'
import { adminReplies } from '../../schemas.js'

const actions: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: actionsTag,
      summary: 'List the definitions of actions',
      description: 'Lists all actions of the account, also disabled ones, with their steps.',
      querystring: PageQuery,
      response: adminReplies({ 200: ActionsReply })
    }
  }, async function listActionDefinitions (request, reply) {
    return sendPagedList(request, reply, [
      section({
        name: 'actions',
        read: async (page) => app.actions.list(request.unit, page),
        weigh: async (page) => app.actions.weigh(request.unit, page),
        keyOf: ({ id }) => id,
        toJson: (action) => JSON.stringify(presentAction(action))
      })
    ])
  })

  app.post('/', {
    schema: {
      tag: actionsTag,
      summary: 'Define an action',
      description: 'You become the user of the runs that events start. An account has at most 100 actions, each of at most 64 KiB.',
      querystring: NoParameters,
      body: CreateActionBody,
      response: adminReplies(
        { 200: CreateActionReply },
        new InvalidParameter('parameters', inspect([{ name: 'language', field_type: 'textbox', required: true }]), formRules.default),
        ...Object.values(stepRules).slice(1).map((rule) =>
          new InvalidParameter('steps', inspect([{ name: 'transcribe' }]), rule)),
        new TooMany(`${MOST_ACTIONS} actions`)
      )
    }
  }, async function createAction ({ unit, body }) {
    return { action: presentAction(await app.actions.create(unit, body)) }
  })
}

export default actions
