import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { EjectNotFound } from '#src/ejects/errors.js'
import { presentEject } from '#src/ejects/rows.js'
import { NoParameters } from '#src/http/schemas.js'
import { done, replies } from '../../schemas.js'
import { EjectAndErrorsReply, EjectParams, ejectsTag } from '../schemas.js'

const SHOWN_ERRORS = 1000

const ejectRoute: FastifyPluginAsyncTypebox = async function (app) {
  const missing = new EjectNotFound()

  app.get('/', {
    schema: {
      tag: ejectsTag,
      summary: 'Read an eject',
      description: 'The answer has the progress of the eject, and the first 1,000 errors of its files.',
      params: EjectParams,
      querystring: NoParameters,
      response: replies({ 200: EjectAndErrorsReply }, missing)
    }
  }, async function getEject ({ unit, params }) {
    const row = await app.ejects.require(unit, params.eject_id)
    return { eject: presentEject(row), errors: await app.ejects.errors(unit, row, SHOWN_ERRORS) }
  })

  app.delete('/', {
    schema: {
      tag: ejectsTag,
      summary: 'Cancel an eject',
      description: 'Files that are out are kept, without a list of their digests.',
      params: EjectParams,
      querystring: NoParameters,
      response: replies(done('Eject cancelled'), missing)
    }
  }, async function deleteEject ({ unit, params }) {
    await app.ejects.cancel(unit, params.eject_id)
    return { ok: 'Eject cancelled' }
  })
}

export default ejectRoute
