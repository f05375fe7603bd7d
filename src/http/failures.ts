import type { FastifyError } from 'fastify'
import { isOutage } from '../database/outages.js'
import * as failures from '../errors.js'

/** Fastify's own refusals, in the contract's words. */
const translations: Record<string, new () => FastifyError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: failures.BodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: failures.UnsupportedContentType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: failures.InvalidJson
}

/** The error that a caller sees: itself, if it is one of those that callers see. */
export function nameFailure (error: FastifyError): FastifyError {
  if (failures.isFailure(error)) return error
  const Translation = translations[error.code]
  if (Translation !== undefined) return new Translation()
  if (isOutage(error)) return new failures.Overloaded()
  const isCallers = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  return isCallers ? error : new failures.InternalError()
}
