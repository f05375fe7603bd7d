import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NoParameters } from '#src/http/schemas.js'
import { mailBase, oidcSettings } from '#src/process/config.js'
import { replies } from '../../schemas.js'
import { sessionTag, SignInMethodsReply } from '../schemas.js'

const methods: FastifyPluginAsyncTypebox = async function (app) {
  const provider = oidcSettings(app.config)

  app.get('/', {
    config: { public: true },
    schema: {
      tag: sessionTag,
      summary: 'Read the ways to sign in',
      description: 'No key is required.',
      querystring: NoParameters,
      response: replies({ 200: SignInMethodsReply })
    }
  }, async function getSignInMethods () {
    return {
      password: app.config.PASSWORDS,
      mail: mailBase(app.config) !== null,
      oidc: provider && { name: provider.name }
    }
  })
}

export default methods
