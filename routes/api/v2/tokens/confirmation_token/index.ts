import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { replies } from '../../schemas.js'
import { TokenQuery, TokenReply } from '../schemas.js'

const confirmationToken: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', { schema: { querystring: TokenQuery, response: replies({ 200: TokenReply }) } }, async function confirmationEmail (request) {
    return { email: await app.tokens.resolve(request.caller, 'confirmation', request.query.token) }
  })
}

export default confirmationToken
