import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ProjectNotFound } from '#src/errors.js'
import { presentEntry } from '#src/history/history.js'
import { ListQuery, section, sendList } from '#src/http/list.js'
import { replies } from '../../../schemas.js'
import { ProjectHistoryReply, ProjectParams, projectsTag } from '../../schemas.js'

const projectHistory: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: projectsTag,
      summary: 'Read the history of a project',
      description:
        'The history has all entries that name the project: its own, and entries of items that were put into it or taken out of it.',
      params: ProjectParams,
      querystring: ListQuery,
      response: replies({ 200: ProjectHistoryReply }, new ProjectNotFound())
    }
  }, async function listProjectHistory (request, reply) {
    const { unit } = request
    const project = await app.projects.require(unit, request.params.project_id)
    return sendList(request, reply, [
      section({
        name: 'history',
        read: (page) => app.history.ofProject(unit, project.id, page),
        keyOf: (entry) => entry.id,
        toJson: (entry) => JSON.stringify(presentEntry(entry, unit.caller)),
        descending: true
      })
    ])
  })
}

export default projectHistory
