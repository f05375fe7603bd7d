import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AssetNotAssigned, AssetNotFound, TargetProjectNotFound } from '#src/errors.js'
import { ifMatch } from '#src/http/entity-tags.js'
import { sendJson } from '#src/http/json.js'
import { presentAsset, type AssetRow } from '#src/items/rows.js'
import { done, replies, samples } from '../../schemas.js'
import { AssetParams, AssetReply, assetsTag, AssignBody, UpdateAssetBody, UpdateAssetReply } from '../schemas.js'

const asset: FastifyPluginAsyncTypebox = async function (app) {
  const params = AssetParams
  const missing = new AssetNotFound()

  app.get('/', {
    schema: {
      tag: assetsTag,
      summary: 'Read an asset',
      description: 'Also one that is in the trash bin.',
      params,
      response: replies({ 200: AssetReply }, missing)
    }
  }, async function getAsset (request, reply) {
    return sendJson(reply, `{"asset":${await app.assets.read(request.unit, request.params.asset_id)}}`)
  })

  app.put('/', {
    config: { inBulk: true },
    schema: {
      tag: assetsTag,
      summary: 'Update an asset',
      description: 'Changes what is sent. `modification_date` moves only if something is different afterwards.',
      params,
      body: UpdateAssetBody,
      response: replies({ 200: UpdateAssetReply }, missing)
    }
  }, async function updateAsset (request) {
    const isExpected = ifMatch<AssetRow>(request, (row) => ({ asset: presentAsset(row) }))
    const { row, errors } = await app.assets.update(request.unit, request.params.asset_id, request.body, isExpected)
    return { asset: presentAsset(row), errors }
  })

  app.delete('/', {
    config: { inBulk: true },
    schema: {
      tag: assetsTag,
      summary: 'Delete an asset for good',
      description: 'Active or in the trash bin. It cannot be brought back.',
      params,
      response: replies(done('Asset deleted'), missing)
    }
  }, async function deleteAsset (request) {
    await app.assets.purge(request.unit, request.params.asset_id)
    return { ok: 'Asset deleted' }
  })

  for (const path of ['/trash_bin', '/trashbin']) {
    app.post(path, {
      config: { inBulk: true },
      schema: {
        tag: assetsTag,
        hide: path !== '/trash_bin',
        summary: 'Move an asset to the trash bin',
        description:
          'It is deleted for good when the retention is over, after 14 days if the operator has not set another time. Nothing happens where it is in the trash bin.',
        params,
        response: replies(done('Asset moved to trash bin'), missing)
      }
    }, async function trashAsset (request) {
      await app.assets.trash(request.unit, request.params.asset_id)
      return { ok: 'Asset moved to trash bin' }
    })
  }

  app.post('/restore', {
    config: { inBulk: true },
    schema: {
      tag: assetsTag,
      summary: 'Bring an asset back from the trash bin',
      description: 'It keeps the project that it is in. Nothing happens where it is active.',
      params,
      response: replies(done('Asset restored'), missing)
    }
  }, async function restoreAsset (request) {
    await app.assets.restore(request.unit, request.params.asset_id)
    return { ok: 'Asset restored' }
  })

  app.post('/assign', {
    config: { inBulk: true, tree: 'shared' },
    schema: {
      tag: assetsTag,
      summary: 'Put an asset under a project',
      description: 'An asset is in one project at most: it leaves the one that it was in.',
      params,
      body: AssignBody,
      response: replies(done('Asset assigned to project'), missing, new TargetProjectNotFound(samples.projectId))
    }
  }, async function assignAsset (request) {
    await app.assets.assign(request.unit, request.params.asset_id, request.body.to_project_id)
    return { ok: 'Asset assigned to project' }
  })

  app.delete('/unassign', {
    config: { inBulk: true, tree: 'shared' },
    schema: {
      tag: assetsTag,
      summary: 'Take an asset out of its project',
      description: 'It is in no project afterwards.',
      params,
      response: replies(done('Asset unassigned from project'), missing, new AssetNotAssigned())
    }
  }, async function unassignAsset (request) {
    await app.assets.unassign(request.unit, request.params.asset_id)
    return { ok: 'Asset unassigned from project' }
  })
}

export default asset
