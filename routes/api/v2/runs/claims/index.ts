import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { RoleRefused, Unauthorized } from '#src/errors.js'
import { sendJson } from '#src/http/json.js'
import { NoParameters } from '#src/http/schemas.js'
import type { KindOfWait } from '#src/metrics/requests.js'
import { replies } from '../../schemas.js'
import { endOfWait } from '../../waits.js'
import { ClaimBody, ClaimReply, runsTag, type SentClaim } from '../schemas.js'

const claims: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    config: { claims: true, repeatable: true, waiting: waitingOf },
    schema: {
      tag: runsTag,
      summary: 'Claim a step',
      description: 'Hands out the oldest step that waits in one of the queues, for administrators, also with keys of the scope `agent`. The claim ends when nothing is reported for as long as the `heartbeat` of the step.',
      querystring: NoParameters,
      body: ClaimBody,
      response: replies({ 200: ClaimReply }, new RoleRefused())
    }
  }, async function claimStep (request, reply) {
    const { queues, wait = 0 } = request.body
    const { gone, hasEnded } = endOfWait(request, reply)
    const claim = await app.claims.claim({ queues, gone, caller: () => app.identify(request) }, wait * 1000)
    if (hasEnded()) throw new Unauthorized()
    return sendJson(reply, `{"claim":${claim}}`)
  })
}

export default claims

function waitingOf ({ body }: FastifyRequest): KindOfWait | null {
  return (body as SentClaim | undefined)?.wait ? 'poll' : null
}
