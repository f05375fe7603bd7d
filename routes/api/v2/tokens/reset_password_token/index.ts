import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { replies } from '../../schemas.js'
import { TokenQuery, TokenReply } from '../schemas.js'

const resetPasswordToken: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', { schema: { querystring: TokenQuery, response: replies({ 200: TokenReply }) } }, async function resetPasswordEmail (request) {
    return { email: await app.tokens.resolve(request.caller, 'reset_password', request.query.token) }
  })
}

export default resetPasswordToken
