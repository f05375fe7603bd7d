import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { AssetNotFound, EntryNotFound, FieldGroupNotFound, ReadOnlyValues } from '#src/core/errors.js'
import { presentValues } from '#src/fields/values/present.js'
import { assetKind } from '#src/items/kinds.js'
import { sendJson } from '#src/http/json.js'
import { CustomFieldsBody, CustomFieldsReply, customFieldsTag, EntryParams, FieldGroupParams, SetCustomFieldsReply } from '../../../../field_groups/schemas.js'
import { done, replies } from '../../../../schemas.js'
import { AssetParams } from '../../../schemas.js'

const assetCustomFields: FastifyPluginAsyncTypebox = async function (app) {
  const params = Type.Object({ ...AssetParams.properties, ...FieldGroupParams.properties })
  const missing = [new AssetNotFound(), new FieldGroupNotFound()]

  app.get('/', {
    schema: { tag: customFieldsTag, summary: 'Read the custom fields of an asset', description: 'Those of one field group.', params, response: replies({ 200: CustomFieldsReply }, ...missing) }
  }, async function getAssetCustomFields (request, reply) {
    const { params: { asset_id: id, field_group_id: groupId }, caller } = request
    return sendJson(reply, presentValues(await app.fieldValues.read(assetKind, caller, id, groupId)))
  })

  app.post('/', {
    schema: {
      tag: customFieldsTag,
      summary: 'Set custom fields of an asset',
      description: 'All values are checked, and all are stored or none. An object changes the values that it names; an array adds entries, or changes those that it names by their `cfg_id`. An entry of which nothing is left is removed. At most 1,000 entries and 1 MiB are stored.',
      params,
      body: CustomFieldsBody,
      response: replies({ 200: SetCustomFieldsReply }, ...missing)
    }
  }, async function setAssetCustomFields (request, reply) {
    const { params: { asset_id: id, field_group_id: groupId }, body: { custom_fields: sent }, caller } = request
    const result = sent === undefined
      ? await app.fieldValues.read(assetKind, caller, id, groupId)
      : await app.fieldValues.set(assetKind, caller, id, groupId, sent)
    return sendJson(reply, presentValues(result))
  })

  app.delete('/', {
    schema: {
      tag: customFieldsTag,
      summary: 'Clear custom fields of an asset',
      description: 'All values of one field group, or all its entries.',
      params,
      response: replies(done('Custom fields cleared'), ...missing, new ReadOnlyValues())
    }
  }, async function deleteAssetCustomFields (request) {
    const { params: { asset_id: id, field_group_id: groupId }, caller } = request
    await app.fieldValues.clear(assetKind, caller, id, groupId)
    return { ok: 'Custom fields cleared' }
  })

  app.delete('/:cfg_id', {
    schema: {
      tag: customFieldsTag,
      summary: 'Remove an entry of custom fields from an asset',
      params: Type.Object({ ...params.properties, ...EntryParams.properties }),
      response: replies(done('Entry removed'), ...missing, new EntryNotFound(), new ReadOnlyValues())
    }
  }, async function deleteAssetCustomFieldsEntry (request) {
    const { params: { asset_id: id, field_group_id: groupId, cfg_id: cfgId }, caller } = request
    await app.fieldValues.removeEntry(assetKind, caller, id, groupId, cfgId)
    return { ok: 'Entry removed' }
  })
}

export default assetCustomFields
