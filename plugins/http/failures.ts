import fp from 'fastify-plugin'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import * as failures from '../../src/errors.js'
import { nameFailure } from '../../src/http/failures.js'

/** What a client waits before it asks an overloaded service again. */
const RETRY_AFTER_S = 10

/** What may well be over when the caller comes again. */
const passing = [failures.Overloaded, failures.SearchIndexBuilding, failures.NoRoom]

/** Refusals that tell the caller nothing more than their status. */
const withoutBody = [failures.Unauthorized, failures.DownloadRefused]

/**
 * The one place where a failure becomes an answer. What has no name in src/errors.ts is logged, and tells the
 * caller nothing.
 */
export default fp(async function failuresPlugin (app) {
  app.setErrorHandler(answerFailure)
  app.setNotFoundHandler(async () => { throw new failures.NotFound() })
}, { name: 'failures' })

function answerFailure (error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const failure = nameFailure(error)
  if (failure instanceof failures.InternalError) request.log.error({ err: error }, 'request failed')
  if (failure instanceof failures.Overloaded && failure !== error) {
    request.log.warn({ err: error }, 'the database cannot do its work')
  }
  if (passing.some((refusal) => failure instanceof refusal)) {
    reply.header('retry-after', RETRY_AFTER_S)
  }
  reply.code(failure.statusCode!)
  return withoutBody.some((refusal) => failure instanceof refusal)
    ? reply.send()
    : reply.send({ error: failure.message })
}
