import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ImportNotFound } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { presentError, presentImport } from '#src/transfer/import/rows.js'
import { done, replies } from '../../schemas.js'
import { ImportAndErrorsReply, ImportParams } from '../schemas.js'
import { movingTag } from '../../export/schemas.js'

const SHOWN_ERRORS = 1000

const importRoute: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: movingTag,
      summary: 'Read an import',
      description: 'The answer has the progress of the import, and the first 1,000 errors of its rows.',
      params: ImportParams,
      querystring: NoParameters,
      response: replies({ 200: ImportAndErrorsReply }, new ImportNotFound())
    }
  }, async function getImport (request) {
    const row = await app.imports.require(request.unit, request.params.import_id)
    const errors = await app.imports.errors(request.unit, row.id, { after: '0', limit: SHOWN_ERRORS })
    return { import: presentImport(row), errors: errors.map(presentError) }
  })

  app.delete('/', {
    schema: {
      tag: movingTag,
      summary: 'Cancel an import',
      description: 'Rows that have been imported are kept.',
      params: ImportParams,
      querystring: NoParameters,
      response: replies(done('Import cancelled'), new ImportNotFound())
    }
  }, async function deleteImport (request) {
    await app.imports.cancel(request.unit, request.params.import_id)
    return { ok: 'Import cancelled' }
  })
}

export default importRoute
