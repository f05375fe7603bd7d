import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MOST_APPROVALS } from '#src/approvals/approvals.js'
import { presentApproval, presentApprovals } from '#src/approvals/rows.js'
import { AssetNotFound, RoleRefused, TooMany, UserNotFound } from '#src/errors.js'
import { ApprovalNotFound } from '#src/approvals/errors.js'
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
      description: `The answer also has the status of all approvals together. An asset has at most ${MOST_APPROVALS} approvals.`,
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
      description: 'Each user gets an e-mail, if the service can send mail.',
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
      description: 'Only the user who was asked can decide. The decision can be changed at any time.',
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
      description: 'The user who asked for the approval can remove it. Users who have the right to remove approvals of others can, too.',
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
