import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ProjectNotFound } from '#src/errors.js'
import { ListQuery, section, sendList } from '#src/http/list.js'
import { replies } from '../../../schemas.js'
import { ProjectAssetsReply, ProjectParams, projectsTag } from '../../schemas.js'

const projectAssets: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: projectsTag,
      summary: 'List what is in a project',
      description: 'Its assets and its subprojects, whole, without what is below those.',
      params: ProjectParams,
      querystring: ListQuery,
      response: replies({ 200: ProjectAssetsReply }, new ProjectNotFound())
    }
  }, async function listProjectAssets (request, reply) {
    const { unit } = request
    const project = await app.projects.require(unit, request.params.project_id)
    const children = (name: string, { read, readTogether, readLarge }: typeof app.projects.assetsOf) =>
      section({
        name,
        read: (page) => read(unit, project.id, page),
        keyOf: ({ id }) => id,
        toJson: ({ json }) => json,
        readTogether: (page) => readTogether(unit, project.id, page),
        readLarge: ({ id }) => readLarge(unit, project.id, id)
      })
    return sendList(request, reply, [children('assets', app.projects.assetsOf),
      children('subprojects', app.projects.subprojectsOf)])
  })
}

export default projectAssets
