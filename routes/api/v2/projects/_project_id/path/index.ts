import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ProjectNotFound } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { replies } from '../../../schemas.js'
import { ProjectParams, ProjectPathReply, projectsTag } from '../../schemas.js'

const projectPath: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: projectsTag,
      summary: 'Read the path of a project',
      description: 'The path has all projects above the project, from the top, and ends with the project itself.',
      params: ProjectParams,
      querystring: NoParameters,
      response: replies({ 200: ProjectPathReply }, new ProjectNotFound())
    }
  }, async function listProjectPath (request) {
    return { path: await app.projects.path(request.unit, request.params.project_id) }
  })
}

export default projectPath
