import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { presentValues } from '../../../../../../../src/fields/values/present.js'
import { assetKind } from '../../../../../../../src/items/kinds.js'
import { sendJson } from '../../../../../../../src/http/json.js'
import { CustomFieldsBody, FieldGroupParams } from '../../../../field_groups/schemas.js'
import { replies } from '../../../../schemas.js'
import { AssetParams } from '../../../schemas.js'

const assetCustomFields: FastifyPluginAsyncTypebox = async function (app) {
  const params = Type.Object({ ...AssetParams.properties, ...FieldGroupParams.properties })

  app.get('/', { schema: { params, response: replies({}) } }, async function getAssetCustomFields (request, reply) {
    const { params: { asset_id: id, field_group_id: groupId }, caller } = request
    return sendJson(reply, presentValues(await app.fieldValues.read(assetKind, caller, id, groupId)))
  })

  app.post('/', { schema: { params, body: CustomFieldsBody, response: replies({}) } }, async function setAssetCustomFields (request, reply) {
    const { params: { asset_id: id, field_group_id: groupId }, body: { custom_fields: sent }, caller } = request
    const result = sent === undefined
      ? await app.fieldValues.read(assetKind, caller, id, groupId)
      : await app.fieldValues.set(assetKind, caller, id, groupId, sent)
    return sendJson(reply, presentValues(result))
  })
}

export default assetCustomFields
