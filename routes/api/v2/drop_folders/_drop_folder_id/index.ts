import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { VALUES_RULE } from '#src/drop-folders/definitions/rules.js'
import { DropFolderNotFound } from '#src/drop-folders/errors.js'
import { InvalidParameter, RoleRefused, TargetProjectNotFound } from '#src/errors.js'
import { inspect } from '#src/http/inspect.js'
import { NoParameters } from '#src/http/schemas.js'
import { done, replies, samples } from '../../schemas.js'
import {
  DropFolderParams, DropFolderReply, dropFoldersTag, UpdateDropFolderBody, UpdateDropFolderReply
} from '../schemas.js'

const dropFolder: FastifyPluginAsyncTypebox = async function (app) {
  const params = DropFolderParams
  const missing = new DropFolderNotFound()

  app.get('/', {
    schema: {
      tag: dropFoldersTag,
      summary: 'Read a drop folder',
      description: '`error` says why it halts.',
      params,
      querystring: NoParameters,
      response: replies({ 200: DropFolderReply }, missing)
    }
  }, async function getDropFolder ({ unit, params }) {
    return { drop_folder: await app.dropFolders.read(unit, params.drop_folder_id) }
  })

  app.post('/', {
    schema: {
      tag: dropFoldersTag,
      summary: 'Update a drop folder',
      description: 'Changes the rules that you send. You become its user. Direction, location and path stay.',
      params,
      querystring: NoParameters,
      body: UpdateDropFolderBody,
      response: replies(
        { 200: UpdateDropFolderReply }, missing, new RoleRefused(), new TargetProjectNotFound(samples.projectId),
        new InvalidParameter('custom_fields', inspect({ 1: { 2: 3 } }), VALUES_RULE)
      )
    }
  }, async function updateDropFolder ({ unit, params, body }) {
    return { drop_folder: await app.dropFolders.update(unit, params.drop_folder_id, body) }
  })

  app.delete('/', {
    schema: {
      tag: dropFoldersTag,
      summary: 'Remove a drop folder',
      description: 'Its assets, and the files in its folder, stay.',
      params,
      querystring: NoParameters,
      response: replies(done('Drop folder removed'), missing, new RoleRefused())
    }
  }, async function deleteDropFolder ({ unit, params }) {
    await app.dropFolders.remove(unit, params.drop_folder_id)
    return { ok: 'Drop folder removed' }
  })
}

export default dropFolder
