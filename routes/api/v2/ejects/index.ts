import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentEject } from '#src/ejects/rows.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { replies } from '../schemas.js'
import { EjectsReply, ejectsTag } from './schemas.js'

const ejects: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: ejectsTag,
      summary: 'List ejects',
      description: 'Lists your ejects; for administrators, those of the account. They are kept for 30 days after their end.',
      querystring: PageQuery,
      response: replies({ 200: EjectsReply })
    }
  }, async function listEjects (request, reply) {
    return sendPagedList(request, reply, [
      section({
        name: 'ejects',
        read: (page) => app.ejects.list(request.unit, page),
        keyOf: ({ id }) => id,
        toJson: (row) => JSON.stringify(presentEject(row)),
        descending: true
      })
    ])
  })
}

export default ejects
