import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { keyOfTrashed } from '#src/trash/list.js'
import { replies } from '../schemas.js'
import { searchTag } from '../search/schemas.js'
import { TrashReply } from './schemas.js'

const trash: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: searchTag,
      summary: 'List the trash bin',
      description:
        'Lists the items that users moved to the trash bin, newest first. Items that were trashed with a project are only counted; a restore of the project brings them back. `GET /search` with `deleted=true` finds all items in the trash bin.',
      querystring: PageQuery,
      response: replies({ 200: TrashReply })
    }
  }, async function listTrash (request, reply) {
    return sendPagedList(request, reply, [
      section({
        name: 'trash',
        read: (page) => app.trash.list(request.unit, page),
        weigh: (page) => app.trash.weigh(request.unit, page),
        keyOf: (trashed) => keyOfTrashed(trashed),
        toJson: app.trash.present,
        descending: true
      })
    ])
  })
}

export default trash
