import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentAsset } from '../../../../src/items/rows.js'
import { replies } from '../schemas.js'
import { CreateAssetBody, CreateAssetReply } from './schemas.js'

const assets: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    schema: { summary: 'Create an asset', body: CreateAssetBody, response: replies({ 200: CreateAssetReply }) }
  }, async function createAsset (request) {
    return { asset: presentAsset(await app.assets.create(request.caller, request.body)) }
  })
}

export default assets
