import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentKey, presentNewKey } from '#src/access/present.js'
import { withoutSecrets } from '#src/basics/secrets.js'
import { ApiKeyNotFound, InvalidParameter, LastAdministrator } from '#src/errors.js'
import { inspect } from '#src/http/inspect.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { NoParameters } from '#src/http/schemas.js'
import { done, replies } from '../../schemas.js'
import { ApiKeyParams, ApiKeysReply, CreateApiKeyBody, CreateApiKeyReply, SCOPE_RULE, usersTag } from '../schemas.js'

const apiKeys: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: usersTag,
      summary: 'List your own keys',
      description: 'The list does not have the keys themselves: they are shown only once.',
      querystring: PageQuery,
      response: replies({ 200: ApiKeysReply })
    }
  }, async function listApiKeys (request, reply) {
    const { unit, apiKey } = request
    return sendPagedList(request, reply, [
      section({
        name: 'api_keys',
        read: (page) => app.apiKeys.list(unit, page),
        keyOf: ({ id }) => id,
        toJson: (key) => JSON.stringify({ ...presentKey(key), current: key.id === apiKey?.keyId })
      })
    ])
  })

  app.post('/', {
    config: { keptAnswer: withoutSecrets },
    schema: {
      tag: usersTag,
      summary: 'Create another key for yourself',
      description: 'The key can do all that you can do, or only read. Administrators also make keys for agents.',
      querystring: NoParameters,
      body: CreateApiKeyBody,
      response: replies({ 200: CreateApiKeyReply })
    }
  }, async function createApiKey (request) {
    const { unit, caller, body } = request
    if (body.scope === 'agent' && !caller.admin) throw new InvalidParameter('scope', inspect(body.scope), SCOPE_RULE)
    return { api_key: presentNewKey(await app.apiKeys.add(unit, body)) }
  })

  app.delete('/:api_key_id', {
    schema: {
      tag: usersTag,
      summary: 'Delete one of your keys',
      description: 'You can also delete the key of this request. A deleted key stops working within five seconds. The last key of the last administrator cannot be deleted.',
      params: ApiKeyParams,
      querystring: NoParameters,
      response: replies(done('API key deleted'), new ApiKeyNotFound(), new LastAdministrator())
    }
  }, async function deleteApiKey (request) {
    await app.apiKeys.remove(request.unit, request.params.api_key_id)
    return { ok: 'API key deleted' }
  })
}

export default apiKeys
