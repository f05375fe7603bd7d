import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { InvalidParameter, NoRoom, SearchIndexBuilding, UnknownParameter } from '#src/errors.js'
import { untilGone } from '#src/http/gone.js'
import { inspect } from '#src/http/inspect.js'
import { FOR_RULE } from '#src/http/sheets.js'
import { replies } from '../schemas.js'
import { FIELDS_TEXT, STRICT_TEXT } from '../search/schemas.js'
import { ExportQuery, ExportReply, movingTag } from './schemas.js'

const types = { ndjson: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' } as const

const exportRoute: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: movingTag,
      summary: 'Export assets and projects',
      description:
        `Exports all items of the account, or the items that match the filters, as a stream. ${STRICT_TEXT} ${FIELDS_TEXT}`,
      response: replies(
        { 200: ExportReply },
        new UnknownParameter('limit'),
        new InvalidParameter('for', inspect('excel'), FOR_RULE),
        new SearchIndexBuilding('42'),
        new NoRoom()
      )
    },
    config: { documented: { querystring: ExportQuery } }
  }, async function downloadExport (request, reply) {
    const { request: { format }, spooled } = await app.exports.open(
      request.caller,
      request.query as object as Record<string, unknown>,
      untilGone(reply)
    )
    // HEAD reads nothing.
    if (typeof spooled !== 'string') reply.raw.once('close', () => spooled.destroy())
    reply.type(types[format]).header('content-disposition', `attachment; filename="cutroom.${format}"`)
    return reply.send(spooled)
  })
}

export default exportRoute
