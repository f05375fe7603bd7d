import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentSession } from '#src/access/present.js'
import { SessionNotFound } from '#src/errors.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { NoParameters } from '#src/http/schemas.js'
import { done, replies } from '../../schemas.js'
import { sessionTag } from '../../session/schemas.js'
import { SessionParams, SessionsReply } from '../schemas.js'

const sessions: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: sessionTag,
      summary: 'List your own sessions',
      description: 'A session is a sign-in to the console.',
      querystring: PageQuery,
      response: replies({ 200: SessionsReply })
    }
  }, async function listSessions (request, reply) {
    const { unit, session } = request
    return sendPagedList(request, reply, [
      section({
        name: 'sessions',
        read: (page) => app.sessions.list(unit, page),
        keyOf: ({ id }) => id,
        toJson: (row) => JSON.stringify({ ...presentSession(row), current: row.id === session?.sessionId })
      })
    ])
  })

  app.delete('/', {
    schema: {
      tag: sessionTag,
      summary: 'Sign out everywhere',
      description: 'All your sessions end, also the session of the request. Keys stay valid.',
      querystring: NoParameters,
      response: replies(done('Signed out everywhere'))
    }
  }, async function deleteSessions (request, reply) {
    await app.sessions.endAll(request.unit)
    if (request.session !== null) app.sessionCookie.clear(reply)
    return { ok: 'Signed out everywhere' }
  })

  app.delete('/:session_id', {
    schema: {
      tag: sessionTag,
      summary: 'End one of your own sessions',
      description: 'You can also end the session of this request.',
      params: SessionParams,
      querystring: NoParameters,
      response: replies(done('Session ended'), new SessionNotFound())
    }
  }, async function deleteUserSession (request) {
    await app.sessions.end(request.unit, request.params.session_id)
    return { ok: 'Session ended' }
  })
}

export default sessions
