import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentArrival } from '#src/drop-folders/arrivals/present.js'
import { DropFolderNotFound } from '#src/drop-folders/errors.js'
import { sendSmallPage } from '#src/http/list.js'
import { replies } from '../../../schemas.js'
import { DropFolderParams, dropFoldersTag } from '../../schemas.js'
import { ArrivalsQuery, ArrivalsReply } from './schemas.js'

const arrivals: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: dropFoldersTag,
      summary: 'List the arrivals of a drop folder',
      description: 'Lists the files that come in by it. An arrival into a project that you do not see is left out.',
      params: DropFolderParams,
      querystring: ArrivalsQuery,
      response: replies({ 200: ArrivalsReply }, new DropFolderNotFound())
    }
  }, async function listArrivals (request, reply) {
    const { unit, params, query: { status } } = request
    const id = await app.arrivals.require(unit, params.drop_folder_id)
    return sendSmallPage(request, reply, status === undefined ? {} : { status }, async (page) => {
      const rows = await app.arrivals.list(unit, id, { ...page, limit: page.limit + 1 }, status)
      const shown = rows.slice(0, page.limit)
      return {
        answer: { arrivals: shown.map(presentArrival) },
        last: rows.length > page.limit ? shown.at(-1)!.id : null
      }
    }) as Promise<{ arrivals: Array<ReturnType<typeof presentArrival>> }>
  })
}

export default arrivals
