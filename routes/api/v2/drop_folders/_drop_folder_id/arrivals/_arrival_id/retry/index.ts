import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ArrivalNotFound, DropFolderNotFound } from '#src/drop-folders/errors.js'
import { RoleRefused } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { done, replies } from '../../../../../schemas.js'
import { dropFoldersTag } from '../../../../schemas.js'
import { ArrivalParams } from '../../schemas.js'

const retry: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    schema: {
      tag: dropFoldersTag,
      summary: 'Retry an arrival',
      description: 'Looks at a failed file again now, or takes a folder that was left out file by file. Nothing changes for a file that is in.',
      params: ArrivalParams,
      querystring: NoParameters,
      response: replies(done('Arrival queued'), new DropFolderNotFound(), new ArrivalNotFound(), new RoleRefused())
    }
  }, async function createArrivalAgain ({ unit, params }) {
    await app.arrivals.retry(unit, params.drop_folder_id, params.arrival_id)
    return { ok: 'Arrival queued' }
  })
}

export default retry
