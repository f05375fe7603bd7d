import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ListQuery, section, sendList } from '../../../../../../src/http/list.js'
import { replies } from '../../../schemas.js'
import { ProjectParams } from '../../schemas.js'

const projectHistory: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', { schema: { params: ProjectParams, querystring: ListQuery, response: replies({}) } }, async function listProjectHistory (request, reply) {
    const { caller } = request
    const project = await app.projects.require(caller, request.params.project_id)
    return sendList(request, reply, [
      section({ name: 'history', read: (page) => app.history.ofProject(caller, project.id, page), keyOf: (entry) => entry.id, toJson: JSON.stringify })
    ])
  })
}

export default projectHistory
