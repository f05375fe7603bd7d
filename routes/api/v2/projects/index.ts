import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ListQuery, section, sendList } from '../../../../src/http/list.js'
import { presentProject } from '../../../../src/items/rows.js'
import { replies } from '../schemas.js'
import { CreateProjectBody, ProjectReply } from './schemas.js'

const projects: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', { schema: { querystring: ListQuery, response: replies({}) } }, async function listProjects (request, reply) {
    return sendList(request, reply, [
      section({ name: 'projects', read: (page) => app.projects.list(request.caller, page), keyOf: ({ id }) => id, toJson: ({ id }) => JSON.stringify(id) })
    ])
  })

  app.post('/', { schema: { body: CreateProjectBody, response: replies({ 200: ProjectReply }) } }, async function createProject (request) {
    return { project: presentProject(await app.projects.create(request.caller, request.body)) }
  })
}

export default projects
