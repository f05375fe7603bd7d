import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ProjectNotFound } from '../../../../../../src/errors.js'
import { ListQuery, section, sendList } from '../../../../../../src/http/list.js'
import { replies } from '../../../schemas.js'
import { ProjectAssetsReply, ProjectParams } from '../../schemas.js'

const projectAssets: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      summary: 'List what is in a project',
      description: 'Its assets and its subprojects, whole, without what is below those.',
      params: ProjectParams,
      querystring: ListQuery,
      response: replies({ 200: ProjectAssetsReply }, new ProjectNotFound())
    }
  }, async function listProjectAssets (request, reply) {
    const { caller } = request
    const project = await app.projects.require(caller, request.params.project_id)
    return sendList(request, reply, [
      section({ name: 'assets', read: (page) => app.projects.listAssets(caller, project.id, page), keyOf: ({ id }) => id, toJson: ({ json }) => json }),
      section({ name: 'subprojects', read: (page) => app.projects.listSubprojects(caller, project.id, page), keyOf: ({ id }) => id, toJson: ({ json }) => json })
    ])
  })
}

export default projectAssets
