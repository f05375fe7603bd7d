import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ListQuery, section, sendList } from '#src/http/list.js'
import { presentProject } from '#src/items/rows.js'
import { replies } from '../schemas.js'
import { CreateProjectBody, CreateProjectReply, ProjectListReply, projectsTag } from './schemas.js'

const projects: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: projectsTag,
      summary: 'List your projects',
      description: 'Lists the ids of the active projects that you are a member of.',
      querystring: ListQuery,
      response: replies({ 200: ProjectListReply })
    }
  }, async function listProjects (request, reply) {
    return sendList(request, reply, [
      section({
        name: 'projects',
        read: (page) => app.projects.list(request.unit, page),
        keyOf: ({ id }) => id,
        toJson: ({ id }) => JSON.stringify(id)
      })
    ])
  })

  app.post('/', {
    config: { inBulk: true },
    schema: {
      tag: projectsTag,
      summary: 'Create a project',
      description: 'You become the first member of the project, with the role `Admin`.',
      body: CreateProjectBody,
      response: replies({ 200: CreateProjectReply })
    }
  }, async function createProject (request) {
    return { project: presentProject(await app.projects.create(request.unit, request.body)) }
  })
}

export default projects
