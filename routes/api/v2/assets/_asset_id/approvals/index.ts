import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MOST_APPROVALS } from '#src/approvals/approvals.js'
import { presentApproval, presentApprovals } from '#src/approvals/rows.js'
import { ApprovalNotFound, AssetNotFound, RoleRefused, TooMany, UserNotFound } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { done, replies } from '../../../schemas.js'
import { AssetParams } from '../../schemas.js'
import { ApprovalParams, ApprovalsReply, approvalsTag, AskBody, AskReply, DecideBody, DecideReply } from './schemas.js'

const approvals: FastifyPluginAsyncTypebox = async function (app) {
  const missing = new AssetNotFound()
  const none = new ApprovalNotFound()

  app.get('/', {
    schema: {
      tag: approvalsTag,
      summary: 'List the approvals of an asset',
      description: `With how the asset stands. At most ${MOST_APPROVALS}.`,
      params: AssetParams,
      querystring: NoParameters,
      response: replies({ 200: ApprovalsReply }, missing)
    }
  }, async function listApprovals ({ unit, params }) {
    return presentApprovals(await app.approvals.list(unit, params.asset_id))
  })

  app.post('/', {
    schema: {
      tag: approvalsTag,
      summary: 'Ask users for their approval',
      description: 'Each of them gets a message, if the service sends mail.',
      params: AssetParams,
      querystring: NoParameters,
      body: AskBody,
      response: replies(
        { 200: AskReply }, missing, new UserNotFound('2'), new RoleRefused(), new TooMany(`${MOST_APPROVALS} approvals`)
      )
    }
  }, async function addApprovals ({ unit, params, body }) {
    return presentApprovals(await app.approvals.ask(unit, params.asset_id, body))
  })

  app.post('/:approval_id', {
    schema: {
      tag: approvalsTag,
      summary: 'Approve or reject an asset',
      description: 'If you were asked, and as often as you like.',
      params: ApprovalParams,
      querystring: NoParameters,
      body: DecideBody,
      response: replies({ 200: DecideReply }, missing, none, new RoleRefused())
    }
  }, async function setApproval ({ unit, params, body }) {
    return { approval: presentApproval(await app.approvals.decide(unit, params.asset_id, params.approval_id, body)) }
  })

  app.delete('/:approval_id', {
    schema: {
      tag: approvalsTag,
      summary: 'Remove an approval',
      description: 'For who has asked, and for who may remove what others have asked.',
      params: ApprovalParams,
      querystring: NoParameters,
      response: replies(done('Approval removed'), missing, none, new RoleRefused())
    }
  }, async function removeApproval ({ unit, params }) {
    await app.approvals.remove(unit, params.asset_id, params.approval_id)
    return { ok: 'Approval removed' }
  })
}

export default approvals
