import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentColleague } from '#src/access/present.js'
import { listColleagues } from '#src/items/colleagues.js'
import { untilGone } from '#src/http/gone.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { replies } from '../schemas.js'
import { UsersReply } from './schemas.js'
import { usersTag } from '../user/schemas.js'

const users: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: usersTag,
      summary: 'List the users of the account',
      description:
        'Lists the users that a `user_id` can name. With the access `projects`, you see the members of your projects, and yourself.',
      querystring: PageQuery,
      response: replies({ 200: UsersReply })
    }
  }, async function listUsers (request, reply) {
    const longReads = app.database.longReads(request.caller, untilGone(reply))
    return sendPagedList(request, reply, [
      section({
        name: 'users',
        read: (page) => listColleagues(request.unit, longReads, page),
        keyOf: ({ id }) => id,
        toJson: (user) => JSON.stringify(presentColleague(user))
      })
    ])
  })
}

export default users
