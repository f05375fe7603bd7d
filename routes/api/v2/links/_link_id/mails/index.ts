import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NoParameters } from '#src/http/schemas.js'
import { sendFailures, sendingLinks } from '../../../links.js'
import { done, replies } from '../../../schemas.js'
import { LinkParams, linksTag, SendLinkBody } from '../../schemas.js'

const mails: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    schema: {
      tag: linksTag,
      summary: 'Send a guest link by mail',
      description: sendingLinks,
      params: LinkParams,
      querystring: NoParameters,
      body: SendLinkBody,
      response: replies(done('Mail sent'), ...sendFailures)
    }
  }, async function sendLink (request) {
    const { unit, params, body } = request
    await app.linkMails.send(unit, null, params.link_id, body)
    return { ok: 'Mail sent' }
  })
}

export default mails
