import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ProjectNotFound } from '#src/errors.js'
import { firstPage, ListQuery, section, sendList } from '#src/http/list.js'
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
    const { unit, params: { project_id: id }, query } = request
    const isWhole = query.limit === undefined && query.cursor === undefined
    const first = isWhole ? await app.projects.contents(unit, id, firstPage) : null
    if (!isWhole) await app.projects.require(unit, id)
    const children = (
      name: 'assets' | 'subprojects', { read, readTogether, readLarge }: typeof app.projects.assetsOf
    ) =>
      section({
        name,
        read: (page) => read(unit, id, page),
        keyOf: ({ id }) => id,
        toJson: ({ json }) => json,
        readTogether: (page) => first !== null && page.after === '' ? first[name] : readTogether(unit, id, page),
        readLarge: (item) => readLarge(unit, id, item.id)
      })
    return sendList(request, reply, [children('assets', app.projects.assetsOf),
      children('subprojects', app.projects.subprojectsOf)])
  })
}

export default projectAssets
