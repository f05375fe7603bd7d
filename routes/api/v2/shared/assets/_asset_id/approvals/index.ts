import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { tooManyNames } from '#src/approvals/of-guests.js'
import { AssetNotFound, TooManyRequests } from '#src/errors.js'
import { LinkWithoutApprovals } from '#src/links/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { whereAllowed } from '../../../allowed.js'
import {
  AssetParams, GuestDecisionBody, GuestDecisionReply, SharedApprovalsReply, sharedReplies, sharedTag
} from '../../../schemas.js'

const sharedApprovals: FastifyPluginAsyncTypebox = async function (app) {
  const params = AssetParams
  const failures = [new AssetNotFound(), new LinkWithoutApprovals()]
  const preValidation = whereAllowed('approvals', LinkWithoutApprovals)

  app.get('/', {
    config: { shared: 'open' },
    preValidation,
    schema: {
      tag: sharedTag,
      summary: 'List the decisions on an asset that a link shows',
      description: 'The list has the decisions of users and of guests, and no approvals that are pending. Users are shown as the authors of comments.',
      params,
      querystring: NoParameters,
      response: sharedReplies({ 200: SharedApprovalsReply }, ...failures)
    }
  }, async function listSharedApprovals ({ unit, link, params }) {
    return app.guestDecisions.list(unit, link, params.asset_id)
  })

  app.post('/', {
    config: { shared: 'open' },
    preValidation,
    schema: {
      tag: sharedTag,
      summary: 'Approve or reject an asset that a link shows',
      description: 'The decision gets the name that the guest sends. The same name changes its decision by sending another one, whatever its case. At most 60 decisions in an hour are accepted from one network address.',
      params,
      querystring: NoParameters,
      body: GuestDecisionBody,
      response: sharedReplies({ 200: GuestDecisionReply }, ...failures, tooManyNames(), new TooManyRequests())
    }
  }, async function setSharedApproval ({ unit, link, params, body, remoteAddress }) {
    return { approval: await app.guestDecisions.decide(unit, link, params.asset_id, body, remoteAddress) }
  })
}

export default sharedApprovals
