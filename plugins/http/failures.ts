import fp from 'fastify-plugin'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import * as failures from '../../src/errors.js'
import { nameFailure } from '../../src/http/failures.js'

/** Retry-After for an overloaded service. */
const RETRY_AFTER_S = 10

/** Failures that may pass soon. */
const passing = [failures.Overloaded, failures.UpgradeNotFinished, failures.SearchIndexBuilding, failures.NoRoom]

/** Refusals without a body. */
const withoutBody = [failures.Unauthorized, failures.DownloadRefused]

/**
 * Makes the answer of a failure, here and nowhere else. A failure that no errors.ts defines is logged and tells the
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
  const { retryAfterS } = failure as { retryAfterS?: number }
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
  reply.code(failure.statusCode!)
  return withoutBody.some((refusal) => failure instanceof refusal)
    ? reply.send()
    : reply.send({ error: failure.message })
}
