import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AssetNotAssigned, AssetNotFound, TargetProjectNotFound } from '#src/errors.js'
import { ifMatch } from '#src/http/entity-tags.js'
import { sendJson } from '#src/http/json.js'
import { presentAsset, type AssetRow } from '#src/items/rows.js'
import { descriptions } from '#src/openapi/descriptions.js'
import { done, replies, samples } from '../../schemas.js'
import { AssetParams, AssetReply, assetsTag, AssignBody, UpdateAssetBody, UpdateAssetReply } from '../schemas.js'

const asset: FastifyPluginAsyncTypebox = async function (app) {
  const params = AssetParams
  const missing = new AssetNotFound()

  app.get('/', {
    schema: {
      tag: assetsTag,
      summary: 'Read an asset',
      description: descriptions.foundInTrash,
      params,
      response: replies({ 200: AssetReply }, missing)
    }
  }, async function getAsset (request, reply) {
    return sendJson(reply, `{"asset":${await app.assets.read(request.unit, request.params.asset_id)}}`)
  })

  app.put('/', {
    config: { inBulk: true, inRun: true },
    schema: {
      tag: assetsTag,
      summary: 'Update an asset',
      description: descriptions.changesWhatIsSent,
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
      summary: 'Delete an asset permanently',
      description: 'The asset may be active or in the trash bin. It cannot be restored afterwards.',
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
          'The asset is deleted permanently at the end of the retention, which is 14 days by default. If it is in the trash bin already, nothing happens.',
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
      summary: 'Restore an asset from the trash bin',
      description: 'The asset stays in its project. If it is active already, nothing happens.',
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
      summary: 'Assign an asset to a project',
      description: 'An asset is in at most one project. It leaves the project that it was in.',
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
      summary: 'Unassign an asset from its project',
      description: 'The asset is in no project afterwards.',
      params,
      response: replies(done('Asset unassigned from project'), missing, new AssetNotAssigned())
    }
  }, async function unassignAsset (request) {
    await app.assets.unassign(request.unit, request.params.asset_id)
    return { ok: 'Asset unassigned from project' }
  })
}

export default asset
