import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { InvalidParameter, SearchIndexBuilding, UnknownParameter } from '#src/errors.js'
import { untilGone } from '#src/http/gone.js'
import { inspect } from '#src/http/inspect.js'
import { sendSearchResults } from '#src/http/search-results.js'
import { additionsBy } from '#src/included/included.js'
import { FIELD_RULE } from '#src/search/named-fields.js'
import { wordRules } from '#src/search/words.js'
import { thumbnailsOf } from '../thumbnails.js'
import { replies } from '../schemas.js'
import { FIELDS_TEXT, SearchBody, SearchQuery, SearchReply, searchTag, STRICT_TEXT } from './schemas.js'

const search: FastifyPluginAsyncTypebox = async function (app) {
  const response = replies(
    { 200: SearchReply },
    new UnknownParameter('tagg'),
    new InvalidParameter('q', inspect('a*'), wordRules.prefix),
    new InvalidParameter('field.7', inspect('Berlin'), FIELD_RULE),
    new SearchIndexBuilding('42')
  )

  app.get('/', {
    schema: {
      tag: searchTag,
      summary: 'Find assets and projects',
      description: `Finds items by words, by their properties, and by the time of their changes. ${STRICT_TEXT} ${FIELDS_TEXT}`,
      response
    },
    config: { documented: { querystring: SearchQuery } }
  }, async function findItems (request, reply) {
    return answer(request, reply, {})
  })

  app.post('/', {
    schema: {
      tag: searchTag,
      summary: 'Find assets and projects with a request body',
      description:
        `Does the same as the GET, for searches that are too long for a URL. It changes nothing. Several values are sent as an array. ${FIELDS_TEXT}`,
      body: SearchBody,
      response
    },
    config: { reads: true },
    // The domain checks the parameters.
    validatorCompiler: () => () => true
  }, async function findItemsByBody (request, reply) {
    return answer(request, reply, { body: request.body })
  })

  async function answer (request: FastifyRequest, reply: FastifyReply, sent: { readonly body?: unknown }) {
    const query = request.query as Record<string, unknown>
    return sendSearchResults(request, reply, 'results', await app.finder.find(request.caller, { query, ...sent }, {
      gone: untilGone(reply),
      include: additionsBy(
        request.unit, app.media.reader(request.unit, app.publicUrls.of(request)), thumbnailsOf(request)
      )
    }))
  }
}

export default search
