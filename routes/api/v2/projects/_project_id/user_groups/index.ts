import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ProjectNotFound, RoleRefused, TooMany } from '#src/errors.js'
import { GroupAlreadyMember, GroupNotMember, NamedGroupNotFound } from '#src/groups/errors.js'
import { MOST_GROUPS_OF_PROJECT, MOST_PROJECTS } from '#src/groups/in-projects.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { NoParameters } from '#src/http/schemas.js'
import { descriptions } from '#src/openapi/descriptions.js'
import { done, replies, samples } from '../../../schemas.js'
import {
  FormerPlaceBody, PlaceBody, PlaceRoleBody, ProjectUserGroupsReply, userGroupsTag
} from '../../../user_groups/schemas.js'
import { ProjectParams } from '../../schemas.js'

const userGroups: FastifyPluginAsyncTypebox = async function (app) {
  const params = ProjectParams
  const missing = new ProjectNotFound()
  const refused = new RoleRefused()

  app.get('/', {
    schema: {
      tag: userGroupsTag,
      summary: 'List the user groups in a project',
      description: 'The answer has the role that each group gives to its users.',
      params,
      querystring: PageQuery,
      response: replies({ 200: ProjectUserGroupsReply }, missing)
    }
  }, async function listProjectUserGroups (request, reply) {
    const { unit } = request
    const project = await app.projects.require(unit, request.params.project_id)
    return sendPagedList(request, reply, [
      section({
        name: 'user_groups',
        read: (page) => app.groups.inProject(unit, project.id, page),
        keyOf: ({ id }) => id,
        toJson: JSON.stringify
      })
    ])
  })

  app.post('/', {
    schema: {
      tag: userGroupsTag,
      summary: 'Add a user group to a project',
      description: 'The users of the group are then members of the project by it. A project has at most 100 user groups, and a group is in at most 1,000 projects.',
      params,
      querystring: NoParameters,
      body: PlaceBody,
      response: replies(
        done(`User group 3 has been added to project ${samples.projectId}`),
        missing,
        refused,
        new NamedGroupNotFound('3'),
        new GroupAlreadyMember(),
        new TooMany(`${MOST_GROUPS_OF_PROJECT} user groups`),
        new TooMany(`${MOST_PROJECTS} projects`)
      )
    }
  }, async function addProjectUserGroup ({ unit, params: { project_id: projectId }, body }) {
    const { user_group_id: id, role } = body
    await app.groups.addToProject(unit, projectId, id, role)
    return { ok: `User group ${id} has been added to project ${projectId}` }
  })

  app.put('/', {
    schema: {
      tag: userGroupsTag,
      summary: 'Set the role of a user group in a project',
      description: descriptions.rolesBind,
      params,
      querystring: NoParameters,
      body: PlaceRoleBody,
      response: replies(
        done(`User group 3 is now Viewer of project ${samples.projectId}`), missing, refused, new GroupNotMember()
      )
    }
  }, async function updateProjectUserGroup ({ unit, params: { project_id: projectId }, body }) {
    const { user_group_id: id, role } = body
    await app.groups.setRole(unit, projectId, id, role)
    return { ok: `User group ${id} is now ${role} of project ${projectId}` }
  })

  app.delete('/', {
    schema: {
      tag: userGroupsTag,
      summary: 'Remove a user group from a project',
      description: 'Users who are members of the project themselves, or by another group, remain so.',
      params,
      querystring: NoParameters,
      body: FormerPlaceBody,
      response: replies(
        done(`User group 3 has been removed from project ${samples.projectId}`), missing, refused, new GroupNotMember()
      )
    }
  }, async function removeProjectUserGroup ({ unit, params: { project_id: projectId }, body }) {
    const id = body.user_group_id
    await app.groups.removeFromProject(unit, projectId, id)
    return { ok: `User group ${id} has been removed from project ${projectId}` }
  })
}

export default userGroups
