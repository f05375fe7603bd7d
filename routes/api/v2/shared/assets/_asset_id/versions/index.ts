import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AssetNotFound } from '#src/errors.js'
import { LinkWithoutVersions } from '#src/links/errors.js'
import { sendJson } from '#src/http/json.js'
import { NoParameters } from '#src/http/schemas.js'
import { whereAllowed } from '../../../allowed.js'
import { AssetParams, sharedReplies, sharedTag, SharedVersionsReply } from '../../../schemas.js'

const sharedVersions: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    config: { shared: 'open' },
    preValidation: whereAllowed('versions', LinkWithoutVersions),
    schema: {
      tag: sharedTag,
      summary: 'List the earlier versions of an asset that a link shows',
      description: 'Versions have URLs, as the files of the asset.',
      params: AssetParams,
      querystring: NoParameters,
      response: sharedReplies({ 200: SharedVersionsReply }, new AssetNotFound(), new LinkWithoutVersions())
    }
  }, async function listSharedVersions (request, reply) {
    const { unit, link, params } = request
    const versions = await app.sharedVersions.list(unit, link, params.asset_id, app.publicUrls.of(request))
    return sendJson(reply, JSON.stringify({ versions }))
  })
}

export default sharedVersions
