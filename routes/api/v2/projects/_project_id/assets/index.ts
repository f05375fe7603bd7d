import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ListQuery, section, sendList } from '../../../../../../src/http/list.js'
import { replies } from '../../../schemas.js'
import { ProjectParams } from '../../schemas.js'

const projectAssets: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', { schema: { params: ProjectParams, querystring: ListQuery, response: replies({}) } }, async function listProjectAssets (request, reply) {
    const { caller } = request
    const project = await app.projects.require(caller, request.params.project_id)
    return sendList(request, reply, [
      section({ name: 'assets', read: (page) => app.projects.listAssets(caller, project.id, page), keyOf: ({ id }) => id, toJson: ({ json }) => json }),
      section({ name: 'subprojects', read: (page) => app.projects.listSubprojects(caller, project.id, page), keyOf: ({ id }) => id, toJson: ({ json }) => json })
    ])
  })
}

export default projectAssets
