import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MOST_DROP_FOLDERS, VALUES_RULE } from '#src/drop-folders/definitions/rules.js'
import { DropFoldersOverlap } from '#src/drop-folders/errors.js'
import { InvalidParameter, MissingParameter, RoleRefused, TargetProjectNotFound, TooMany } from '#src/errors.js'
import { inspect } from '#src/http/inspect.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { NoParameters } from '#src/http/schemas.js'
import { LocationGone } from '#src/locations/errors.js'
import { replies, samples } from '../schemas.js'
import { CreateDropFolderBody, CreateDropFolderReply, DropFoldersReply, dropFoldersTag } from './schemas.js'

const dropFolders: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: dropFoldersTag,
      summary: 'List drop folders',
      description: 'Lists the drop folders that you see.',
      querystring: PageQuery,
      response: replies({ 200: DropFoldersReply })
    }
  }, async function listDropFolders (request, reply) {
    const { unit } = request
    return sendPagedList(request, reply, [
      section({
        name: 'drop_folders',
        read: (page) => app.dropFolders.list(unit, page),
        weigh: (page) => app.dropFolders.weigh(unit, page),
        keyOf: ({ id }) => id,
        toJson: (dropFolder) => JSON.stringify(dropFolder)
      })
    ])
  })

  app.post('/', {
    schema: {
      tag: dropFoldersTag,
      summary: 'Create a drop folder',
      description: 'Makes its folder where it is missing. An account has at most 100 drop folders.',
      querystring: NoParameters,
      body: CreateDropFolderBody,
      response: replies(
        { 200: CreateDropFolderReply },
        new RoleRefused(), new MissingParameter('location'),
        new InvalidParameter('custom_fields', inspect({ 1: { 2: 3 } }), VALUES_RULE),
        new TargetProjectNotFound(samples.projectId), new LocationGone(), new DropFoldersOverlap(),
        new TooMany(`${MOST_DROP_FOLDERS} drop folders`)
      )
    }
  }, async function createDropFolder ({ unit, body }) {
    return { drop_folder: await app.dropFolders.create(unit, body) }
  })
}

export default dropFolders
