import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ProjectInsideItself, ProjectNotAssigned, ProjectNotFound, TargetProjectNotFound } from '#src/errors.js'
import { ifMatch } from '#src/http/entity-tags.js'
import { sendJson } from '#src/http/json.js'
import { presentProject, type ProjectRow } from '#src/items/rows.js'
import { done, replies, samples } from '../../schemas.js'
import {
  AssignBody, ProjectParams, ProjectReply, projectsTag, UpdateProjectBody, UpdateProjectReply
} from '../schemas.js'

const project: FastifyPluginAsyncTypebox = async function (app) {
  const params = ProjectParams
  const missing = new ProjectNotFound()

  app.get('/', {
    schema: {
      tag: projectsTag,
      summary: 'Read a project',
      description: 'Also one that is in the trash bin.',
      params,
      response: replies({ 200: ProjectReply }, missing)
    }
  }, async function getProject (request, reply) {
    return sendJson(reply, `{"project":${await app.projects.read(request.unit, request.params.project_id)}}`)
  })

  app.put('/', {
    config: { inBulk: true },
    schema: {
      tag: projectsTag,
      summary: 'Update a project',
      description: 'Changes what is sent. `modification_date` moves only if something is different afterwards.',
      params,
      body: UpdateProjectBody,
      response: replies({ 200: UpdateProjectReply }, missing)
    }
  }, async function updateProject (request) {
    const isExpected = ifMatch<ProjectRow>(request, (row) => ({ project: presentProject(row) }))
    const { row, errors } = await app.projects.update(
      request.unit, request.params.project_id, request.body, isExpected
    )
    return { project: presentProject(row), errors }
  })

  app.delete('/', {
    config: { inBulk: true, tree: 'exclusive' },
    schema: {
      tag: projectsTag,
      summary: 'Delete a project for good',
      description: 'With all projects and assets below it, active or in the trash bin. They cannot be brought back.',
      params,
      response: replies(done('Project deleted'), missing)
    }
  }, async function deleteProject (request) {
    await app.projects.purge(request.unit, request.params.project_id)
    return { ok: 'Project deleted' }
  })

  for (const path of ['/trash_bin', '/trashbin']) {
    app.post(path, {
      config: { inBulk: true, tree: 'exclusive', long: true },
      schema: {
        tag: projectsTag,
        hide: path !== '/trash_bin',
        summary: 'Move a project to the trash bin',
        description:
          'With what is active below it. All of it is deleted for good when the retention is over, after 14 days if the operator has not set another time. Nothing happens where the project is in the trash bin.',
        params,
        response: replies(done('Project moved to trash bin'), missing)
      }
    }, async function trashProject (request) {
      await app.projects.trash(request.unit, request.params.project_id)
      return { ok: 'Project moved to trash bin' }
    })
  }

  app.post('/restore', {
    config: { inBulk: true, tree: 'exclusive', long: true },
    schema: {
      tag: projectsTag,
      summary: 'Bring a project back from the trash bin',
      description:
        'With everything that was trashed with it. What was trashed before stays there. Nothing happens where the project is active.',
      params,
      response: replies(done('Project restored'), missing)
    }
  }, async function restoreProject (request) {
    await app.projects.restore(request.unit, request.params.project_id)
    return { ok: 'Project restored' }
  })

  app.post('/assign', {
    config: { inBulk: true, tree: 'exclusive' },
    schema: {
      tag: projectsTag,
      summary: 'Put a project under another one',
      description: 'A project is in one project at most: it leaves the one that it was in.',
      params,
      body: AssignBody,
      response: replies(
        done('Project assigned to project'),
        missing,
        new TargetProjectNotFound(samples.parentProjectId),
        new ProjectInsideItself()
      )
    }
  }, async function assignProject (request) {
    await app.projects.assign(request.unit, request.params.project_id, request.body.to_project_id)
    return { ok: 'Project assigned to project' }
  })

  app.delete('/unassign', {
    config: { inBulk: true, tree: 'exclusive' },
    schema: {
      tag: projectsTag,
      summary: 'Take a project out of the one above it',
      description: 'What is below it stays there. It is at the top afterwards.',
      params,
      response: replies(done('Project unassigned from project'), missing, new ProjectNotAssigned())
    }
  }, async function unassignProject (request) {
    await app.projects.unassign(request.unit, request.params.project_id)
    return { ok: 'Project unassigned from project' }
  })
}

export default project
