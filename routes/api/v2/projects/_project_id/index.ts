import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentProject } from '../../../../../src/items/rows.js'
import { OkReply, replies } from '../../schemas.js'
import { AssignBody, ProjectParams, ProjectReply, UpdateProjectBody, UpdateProjectReply } from '../schemas.js'

const project: FastifyPluginAsyncTypebox = async function (app) {
  const answersOk = { schema: { params: ProjectParams, response: replies({ 200: OkReply }) } }

  app.get('/', { schema: { params: ProjectParams, response: replies({ 200: ProjectReply }) } }, async function getProject (request) {
    return { project: presentProject(await app.projects.require(request.caller, request.params.project_id)) }
  })

  app.put('/', { schema: { params: ProjectParams, body: UpdateProjectBody, response: replies({ 200: UpdateProjectReply }) } }, async function updateProject (request) {
    const { row, errors } = await app.projects.update(request.caller, request.params.project_id, request.body)
    return { project: presentProject(row), errors }
  })

  app.delete('/', answersOk, async function deleteProject (request) {
    await app.projects.purge(request.caller, request.params.project_id)
    return { ok: 'Project deleted' }
  })

  for (const path of ['/trash_bin', '/trashbin']) {
    app.post(path, answersOk, async function trashProject (request) {
      await app.projects.trash(request.caller, request.params.project_id)
      return { ok: 'Project moved to trash bin' }
    })
  }

  app.post('/restore', answersOk, async function restoreProject (request) {
    await app.projects.restore(request.caller, request.params.project_id)
    return { ok: 'Project restored' }
  })

  app.post('/assign', { schema: { ...answersOk.schema, body: AssignBody } }, async function assignProject (request) {
    await app.projects.assign(request.caller, request.params.project_id, request.body.to_project_id)
    return { ok: 'Project assigned to project' }
  })

  app.delete('/unassign', answersOk, async function unassignProject (request) {
    await app.projects.unassign(request.caller, request.params.project_id)
    return { ok: 'Project unassigned from project' }
  })
}

export default project
