import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ListQuery, section, sendList } from '../../../../../../src/http/list.js'
import { OkReply, replies } from '../../../schemas.js'
import { MemberBody, ProjectParams } from '../../schemas.js'

const members: FastifyPluginAsyncTypebox = async function (app) {
  const changes = { schema: { params: ProjectParams, body: MemberBody, response: replies({ 200: OkReply }) } }

  app.get('/', { schema: { params: ProjectParams, querystring: ListQuery, response: replies({}) } }, async function listMembers (request, reply) {
    const { caller } = request
    const project = await app.projects.require(caller, request.params.project_id)
    return sendList(request, reply, [
      section({ name: 'members', read: (page) => app.members.list(caller, project.id, page), keyOf: ({ id }) => id, toJson: JSON.stringify })
    ])
  })

  app.post('/', changes, async function addMember (request) {
    const { params: { project_id: projectId }, body: { user_id: userId } } = request
    await app.members.add(request.caller, projectId, userId)
    return { ok: `User ${userId} has been added to project ${projectId}` }
  })

  app.delete('/', changes, async function removeMember (request) {
    const { params: { project_id: projectId }, body: { user_id: userId } } = request
    await app.members.remove(request.caller, projectId, userId)
    return { ok: `User ${userId} has been removed from project ${projectId}` }
  })
}

export default members
