import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentAsset } from '../../../../../src/items/rows.js'
import { OkReply, replies } from '../../schemas.js'
import { AssetParams, AssetReply, AssignBody, UpdateAssetBody, UpdateAssetReply } from '../schemas.js'

const asset: FastifyPluginAsyncTypebox = async function (app) {
  const answersOk = { schema: { params: AssetParams, response: replies({ 200: OkReply }) } }

  app.get('/', { schema: { params: AssetParams, response: replies({ 200: AssetReply }) } }, async function getAsset (request) {
    return { asset: presentAsset(await app.assets.require(request.caller, request.params.asset_id)) }
  })

  app.put('/', { schema: { params: AssetParams, body: UpdateAssetBody, response: replies({ 200: UpdateAssetReply }) } }, async function updateAsset (request) {
    const { row, errors } = await app.assets.update(request.caller, request.params.asset_id, request.body)
    return { asset: presentAsset(row), errors }
  })

  app.delete('/', answersOk, async function deleteAsset (request) {
    await app.assets.purge(request.caller, request.params.asset_id)
    return { ok: 'Asset deleted' }
  })

  for (const path of ['/trash_bin', '/trashbin']) {
    app.post(path, answersOk, async function trashAsset (request) {
      await app.assets.trash(request.caller, request.params.asset_id)
      return { ok: 'Asset moved to trash bin' }
    })
  }

  app.post('/restore', answersOk, async function restoreAsset (request) {
    await app.assets.restore(request.caller, request.params.asset_id)
    return { ok: 'Asset restored' }
  })

  app.post('/assign', { schema: { ...answersOk.schema, body: AssignBody } }, async function assignAsset (request) {
    await app.assets.assign(request.caller, request.params.asset_id, request.body.to_project_id)
    return { ok: 'Asset assigned to project' }
  })

  app.delete('/unassign', answersOk, async function unassignAsset (request) {
    await app.assets.unassign(request.caller, request.params.asset_id)
    return { ok: 'Asset unassigned from project' }
  })
}

export default asset
