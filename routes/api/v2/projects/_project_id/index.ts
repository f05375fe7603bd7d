import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ProjectInsideItself, ProjectNotAssigned, ProjectNotFound, TargetProjectNotFound } from '#src/errors.js'
import { ifMatch } from '#src/http/entity-tags.js'
import { sendJson } from '#src/http/json.js'
import { presentProject, type ProjectRow } from '#src/items/rows.js'
import { descriptions } from '#src/openapi/descriptions.js'
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
      description: descriptions.foundInTrash,
      params,
      response: replies({ 200: ProjectReply }, missing)
    }
  }, async function getProject (request, reply) {
    return sendJson(reply, `{"project":${await app.projects.read(request.unit, request.params.project_id)}}`)
  })

  app.put('/', {
    config: { inBulk: true, inRun: true },
    schema: {
      tag: projectsTag,
      summary: 'Update a project',
      description: descriptions.changesWhatIsSent,
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
      summary: 'Delete a project permanently',
      description: 'Deletes the project with all projects and assets below it, active or in the trash bin. They cannot be restored afterwards.',
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
          'Moves the project to the trash bin, with all active items below it. They are deleted permanently at the end of the retention, which is 14 days by default. If the project is in the trash bin already, nothing happens.',
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
      summary: 'Restore a project from the trash bin',
      description:
        'Restores the project, with everything that was trashed with it. Items that were trashed before stay in the trash bin. If the project is active already, nothing happens.',
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
      summary: 'Assign a project to another project',
      description: 'A project is in at most one other project. It leaves the project that it was in.',
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
      summary: 'Unassign a project from the project above it',
      description: 'The project is at the top afterwards. The items below it stay there.',
      params,
      response: replies(done('Project unassigned from project'), missing, new ProjectNotAssigned())
    }
  }, async function unassignProject (request) {
    await app.projects.unassign(request.unit, request.params.project_id)
    return { ok: 'Project unassigned from project' }
  })
}

export default project
