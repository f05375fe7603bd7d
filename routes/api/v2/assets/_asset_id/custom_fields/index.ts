import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AssetNotFound } from '#src/core/errors.js'
import { presentGroupValues } from '#src/fields/values/overview.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { assetKind } from '#src/items/kinds.js'
import { customFieldsTag, GroupValuesReply } from '../../../field_groups/schemas.js'
import { replies } from '../../../schemas.js'
import { AssetParams } from '../../schemas.js'

const assetCustomFieldsList: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: customFieldsTag,
      summary: 'List all custom fields of an asset',
      description: 'Every field group in which the asset holds something, with its values.',
      params: AssetParams,
      querystring: PageQuery,
      response: replies({ 200: GroupValuesReply }, new AssetNotFound())
    }
  }, async function listAssetCustomFields (request, reply) {
    const { caller } = request
    const id = await app.fieldOverview.require(assetKind, caller, request.params.asset_id)
    return sendPagedList(request, reply, [section({
      name: 'custom_fields',
      read: (page) => app.fieldOverview.list(caller, id, page),
      weigh: (page) => app.fieldOverview.weigh(caller, id, page),
      keyOf: (group) => group.field_group_id,
      toJson: presentGroupValues
    })])
  })
}

export default assetCustomFieldsList
