import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  AlreadyMember, LastMember, MissingParameter, NotMember, ProjectNotFound, UserNotFound
} from '#src/errors.js'
import { ListQuery, section, sendList } from '#src/http/list.js'
import { NoParameters, parseWholeNumber } from '#src/http/schemas.js'
import { descriptions } from '#src/openapi/descriptions.js'
import { withAvatars } from '../../../avatars.js'
import { done, replies, samples } from '../../../schemas.js'
import {
  FormerMemberBody, FormerMemberQuery, MemberBody, MembersReply, ProjectParams, projectsTag, RoleBody
} from '../../schemas.js'

const members: FastifyPluginAsyncTypebox = async function (app) {
  const params = ProjectParams
  const missing = new ProjectNotFound()

  app.get('/', {
    schema: {
      tag: projectsTag,
      summary: 'List the members of a project',
      description: 'The answer has the role of each member.',
      params,
      querystring: ListQuery,
      response: replies({ 200: MembersReply }, missing)
    }
  }, async function listMembers (request, reply) {
    const { unit } = request
    const project = await app.projects.require(unit, request.params.project_id)
    return sendList(request, reply, [
      section({
        name: 'members',
        read: async (page) => withAvatars(request, await app.members.list(unit, project.id, page)),
        keyOf: ({ id }) => id,
        toJson: JSON.stringify
      })
    ])
  })

  app.post('/', {
    config: { inBulk: true },
    schema: {
      tag: projectsTag,
      summary: 'Add a member to a project',
      description: 'The user must belong to the account.',
      params,
      body: MemberBody,
      response: replies(
        done(`User 2 has been added to project ${samples.projectId}`),
        missing,
        new UserNotFound('2'),
        new AlreadyMember()
      )
    }
  }, async function addMember (request) {
    const { params: { project_id: projectId }, body: { user_id: userId, role } } = request
    await app.members.add(request.unit, projectId, userId, role)
    return { ok: `User ${userId} has been added to project ${projectId}` }
  })

  app.put('/', {
    config: { inBulk: true },
    schema: {
      tag: projectsTag,
      summary: 'Set the role of a member',
      description: descriptions.rolesBind,
      params,
      querystring: NoParameters,
      body: RoleBody,
      response: replies(
        done(`User 2 is now Viewer of project ${samples.projectId}`), missing, new NotMember()
      )
    }
  }, async function updateMember (request) {
    const { params: { project_id: projectId }, body: { user_id: userId, role } } = request
    await app.members.setRole(request.unit, projectId, userId, role)
    return { ok: `User ${userId} is now ${role} of project ${projectId}` }
  })

  app.delete('/', {
    config: { inBulk: true },
    schema: {
      tag: projectsTag,
      summary: 'Remove a member from a project',
      description:
        'The last member cannot be removed. If your client cannot send a body with DELETE, send `user_id` in the query.',
      params,
      querystring: FormerMemberQuery,
      body: FormerMemberBody,
      response: replies(
        done(`User 2 has been removed from project ${samples.projectId}`),
        missing,
        new NotMember(),
        new LastMember(),
        new MissingParameter('user_id')
      )
    }
  }, async function removeMember (request) {
    const { params: { project_id: projectId }, body, query } = request
    const userId = body.user_id ?? (query.user_id === undefined ? undefined : parseWholeNumber(query.user_id))
    if (userId === undefined) throw new MissingParameter('user_id')
    await app.members.remove(request.unit, projectId, userId)
    return { ok: `User ${userId} has been removed from project ${projectId}` }
  })
}

export default members
