import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ImportNotFound } from '#src/errors.js'
import { sendStream } from '#src/http/piece-stream.js'
import { NoParameters } from '#src/http/schemas.js'
import { writeErrors } from '#src/transfer/import/errors.js'
import { replies } from '../../../schemas.js'
import { ErrorsReply, ImportParams } from '../../schemas.js'
import { movingTag } from '../../../export/schemas.js'

const importErrors: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: movingTag,
      summary: 'Read all errors of an import',
      description: 'The answer is a CSV file with the columns line, column and error.',
      params: ImportParams,
      querystring: NoParameters,
      response: replies({ 200: ErrorsReply }, new ImportNotFound())
    }
  }, async function downloadImportErrors (request, reply) {
    const { id } = await app.imports.require(request.unit, request.params.import_id)
    reply.type('text/csv; charset=utf-8')
    return sendStream(reply, writeErrors((page) => app.imports.errors(request.unit, id, page)))
  })
}

export default importErrors
