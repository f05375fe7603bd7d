import fp from 'fastify-plugin'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isOutage } from '../../src/database/outages.js'
import * as failures from '../../src/core/errors.js'

const named = new Set<unknown>(Object.values(failures))

/** What a client waits before it asks an overloaded service again. */
const RETRY_AFTER_S = 10

/** Refusals that tell the caller nothing more than their status. */
const withoutBody = [failures.Unauthorized, failures.DownloadRefused]

/** What Fastify itself refuses, in the contract's words. */
const translations: Record<string, new () => FastifyError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: failures.BodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: failures.UnsupportedContentType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: failures.InvalidJson
}

/** The one place where a failure becomes an answer. What has no name in src/core/errors.ts is logged, and tells the caller nothing. */
export default fp(async function failuresPlugin (app) {
  app.setErrorHandler(answerFailure)
  app.setNotFoundHandler(async () => { throw new failures.NotFound() })
}, { name: 'failures' })

function answerFailure (error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const failure = nameFailure(error)
  if (failure instanceof failures.InternalError) request.log.error({ err: error }, 'request failed')
  if (failure instanceof failures.Overloaded && failure !== error) request.log.warn({ err: error }, 'the database cannot do its work')
  if (failure instanceof failures.Overloaded || failure instanceof failures.SearchIndexBuilding) reply.header('retry-after', RETRY_AFTER_S)
  reply.code(failure.statusCode!)
  return withoutBody.some((refusal) => failure instanceof refusal) ? reply.send() : reply.send({ error: failure.message })
}

function nameFailure (error: FastifyError): FastifyError {
  if (named.has(error.constructor)) return error
  const Translation = translations[error.code]
  if (Translation !== undefined) return new Translation()
  if (isOutage(error)) return new failures.Overloaded()
  const isCallers = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  return isCallers ? error : new failures.InternalError()
}
