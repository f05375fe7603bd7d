import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { FieldGroupParams } from '../../../field_groups/schemas.js'
import { OkReply, replies } from '../../../schemas.js'
import { RenameFieldGroupBody } from '../schemas.js'

const fieldGroup: FastifyPluginAsyncTypebox = async function (app) {
  const answersOk = { schema: { params: FieldGroupParams, response: replies({ 200: OkReply }) } }

  app.post('/', { schema: { ...answersOk.schema, body: RenameFieldGroupBody } }, async function renameFieldGroup (request) {
    await app.fieldGroups.rename(request.caller, request.params.field_group_id, request.body.name)
    return { ok: 'Field group updated' }
  })

  app.delete('/', answersOk, async function deleteFieldGroup (request) {
    await app.fieldGroups.remove(request.caller, request.params.field_group_id)
    return { ok: 'Field group deleted' }
  })
}

export default fieldGroup
