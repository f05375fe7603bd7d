import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ProjectNotFound } from '#src/core/errors.js'
import { presentGroupValues } from '#src/fields/values/overview.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { projectKind } from '#src/items/kinds.js'
import { customFieldsTag, GroupValuesReply } from '../../../field_groups/schemas.js'
import { replies } from '../../../schemas.js'
import { ProjectParams } from '../../schemas.js'

const projectCustomFieldsList: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: customFieldsTag,
      summary: 'List all custom fields of a project',
      description: 'Every field group in which the project holds something, with its values.',
      params: ProjectParams,
      querystring: PageQuery,
      response: replies({ 200: GroupValuesReply }, new ProjectNotFound())
    }
  }, async function listProjectCustomFields (request, reply) {
    const { caller } = request
    const id = await app.fieldOverview.require(projectKind, caller, request.params.project_id)
    return sendPagedList(request, reply, [section({
      name: 'custom_fields',
      read: (page) => app.fieldOverview.list(caller, id, page),
      weigh: (page) => app.fieldOverview.weigh(caller, id, page),
      keyOf: (group) => group.field_group_id,
      toJson: presentGroupValues
    })])
  })
}

export default projectCustomFieldsList
