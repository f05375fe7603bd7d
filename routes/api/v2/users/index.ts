import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentColleague } from '#src/access/present.js'
import { listColleaguesOf } from '#src/items/colleagues-of.js'
import { AssetNotFound, ProjectNotFound } from '#src/errors.js'
import { untilGone } from '#src/http/gone.js'
import { section, sendPagedList } from '#src/http/list.js'
import { withAvatars } from '../avatars.js'
import { replies } from '../schemas.js'
import { UsersQuery, UsersReply } from './schemas.js'
import { usersTag } from '../user/schemas.js'

const users: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: usersTag,
      summary: 'List the users of the account',
      description:
        'Lists the users whom you see, and whose ids you can send. With the access `projects`, you see the members of your projects, and yourself.',
      querystring: UsersQuery,
      response: replies({ 200: UsersReply }, new AssetNotFound(), new ProjectNotFound())
    }
  }, async function listUsers (request, reply) {
    const longReads = app.database.longReads(request.caller, untilGone(reply))
    return sendPagedList(request, reply, [
      section({
        name: 'users',
        async read (page) {
          const users = await listColleaguesOf(request.unit, longReads, request.query, page)
          return withAvatars(request, users.map(presentColleague))
        },
        keyOf: ({ id }) => id,
        toJson: JSON.stringify
      })
    ])
  })
}

export default users
