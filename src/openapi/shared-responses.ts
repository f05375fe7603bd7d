import type { Operation, ResponseObject } from './parts.js'

/** Names of shared answers, by status. */
const NAMES: Record<string, string> = {
  304: 'NotModified',
  401: 'Unauthorized',
  403: 'Refused',
  409: 'IdempotencyKeyInUse',
  412: 'PreconditionFailed',
  413: 'BodyTooLarge',
  415: 'UnsupportedContentType',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'Overloaded'
}

/** Replaces answers that equal the first one of their status by references. Returns the shared answers. */
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
