import type { Operation, ResponseObject } from './parts.js'

/** Answers that many operations give in the same words, by status. */
const NAMES: Record<string, string> = {
  304: 'NotModified',
  401: 'Unauthorized',
  403: 'ReadOnlyKey',
  409: 'IdempotencyKeyInUse',
  412: 'PreconditionFailed',
  413: 'BodyTooLarge',
  415: 'UnsupportedContentType',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'Overloaded'
}

/**
 * Puts a reference in the place of every answer that is the same as the first one of its status. Returns what is
 * referred to.
 */
export function shareResponses (operations: readonly Operation[]): Record<string, ResponseObject> {
  const shared: Record<string, ResponseObject> = {}
  for (const { responses = {} } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      const name = NAMES[status]
      if (name === undefined) continue
      shared[name] ??= response
      if (JSON.stringify(shared[name]) === JSON.stringify(response)) {
        responses[status] = { $ref: `#/components/responses/${name}` }
      }
    }
  }
  return shared
}
