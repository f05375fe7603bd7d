import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ProjectNotFound } from '#src/errors.js'
import { firstPage, section, sendList } from '#src/http/list.js'
import { additionsBy, type Additions } from '#src/included/included.js'
import { thumbnailsOf } from '../../../thumbnails.js'
import { replies } from '../../../schemas.js'
import { ProjectAssetsQuery, ProjectAssetsReply, ProjectParams, projectsTag } from '../../schemas.js'

const projectAssets: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: projectsTag,
      summary: 'List the contents of a project',
      description: 'Lists the assets and the subprojects directly in the project, without the contents of the subprojects.',
      params: ProjectParams,
      querystring: ProjectAssetsQuery,
      response: replies({ 200: ProjectAssetsReply }, new ProjectNotFound())
    }
  }, async function listProjectAssets (request, reply) {
    const { unit, params: { project_id: id }, query: { include, limit, cursor } } = request
    const isWhole = include === undefined && limit === undefined && cursor === undefined
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

    const names = [include ?? []].flat()
    const readAdditions = additionsBy(
      unit, app.media.reader(unit, app.publicUrls.of(request)), thumbnailsOf(request)
    )
    const withMore = (
      name: 'assets' | 'subprojects', { read, readLarge }: typeof app.projects.assetsOf,
      add: (ids: readonly string[]) => Promise<Pick<Additions, 'put' | 'putLarge'>>
    ) =>
      section({
        name,
        read: async (page) => {
          const items = await read(unit, id, page)
          const { put } = await add(items.map(({ id }) => id))
          return items.map((item) => ({ id: item.id, json: item.json === null ? null : put(item.id, item.json) }))
        },
        keyOf: ({ id }) => id,
        toJson: ({ json }) => json,
        readLarge: async ({ id: itemId }) => {
          const json = await readLarge(unit, id, itemId)
          if (json === null) return null
          const { put, putLarge } = await add([itemId])
          return put(itemId, json) ?? putLarge(itemId, json)
        }
      })
    const { assetsOf, subprojectsOf } = app.projects
    if (include === undefined) {
      return sendList(request, reply, [children('assets', assetsOf), children('subprojects', subprojectsOf)])
    }
    return sendList(request, reply, [
      withMore('assets', assetsOf, (ids) => readAdditions(names, ids)),
      withMore('subprojects', subprojectsOf, async (ids) => {
        const { putProject } = await readAdditions(names, [], ids)
        return { put: putProject, putLarge: async (id, json) => putProject(id, json) }
      })
    ])
  })
}

export default projectAssets
