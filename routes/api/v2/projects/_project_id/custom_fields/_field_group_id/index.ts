import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { presentValues } from '../../../../../../../src/fields/values/present.js'
import { projectKind } from '../../../../../../../src/items/kinds.js'
import { sendJson } from '../../../../../../../src/http/json.js'
import { CustomFieldsBody, FieldGroupParams } from '../../../../field_groups/schemas.js'
import { replies } from '../../../../schemas.js'
import { ProjectParams } from '../../../schemas.js'

const projectCustomFields: FastifyPluginAsyncTypebox = async function (app) {
  const params = Type.Object({ ...ProjectParams.properties, ...FieldGroupParams.properties })

  app.get('/', { schema: { params, response: replies({}) } }, async function getProjectCustomFields (request, reply) {
    const { params: { project_id: id, field_group_id: groupId }, caller } = request
    return sendJson(reply, presentValues(await app.fieldValues.read(projectKind, caller, id, groupId)))
  })

  app.post('/', { schema: { params, body: CustomFieldsBody, response: replies({}) } }, async function setProjectCustomFields (request, reply) {
    const { params: { project_id: id, field_group_id: groupId }, body: { custom_fields: sent }, caller } = request
    const result = sent === undefined
      ? await app.fieldValues.read(projectKind, caller, id, groupId)
      : await app.fieldValues.set(projectKind, caller, id, groupId, sent)
    return sendJson(reply, presentValues(result))
  })
}

export default projectCustomFields
