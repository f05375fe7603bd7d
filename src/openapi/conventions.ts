import type { FastifyContextConfig } from 'fastify'
import type { PlainSchema } from './plain.js'
import * as failures from '../errors.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether it takes `If-Match`, as every PUT does. */
    conditional?: boolean
  }
}

/** An answer in the API document, besides its body. */
export interface StatedReply {
  readonly description: string
  readonly failures?: ReadonlyArray<{ code: string, message: string }>
  readonly headers?: Record<string, PlainSchema>
}

const header = (description: string, example: string): PlainSchema => ({
  type: 'string',
  description,
  examples: [example]
})
export const retryAfter = {
  'Retry-After': { type: 'integer', description: 'Seconds to wait before trying again.', examples: [10] }
}

const ETAG = '"kK2yQm4Yb0hVZJwJ6v3m2b1mVjQp0o0x0a9gq7x8c2E"'

const body: Record<number, StatedReply> = {
  413: { description: 'The body is larger than 1 MiB.', failures: [new failures.BodyTooLarge()] },
  415: {
    description: 'The body is not sent as `application/json`.',
    failures: [new failures.UnsupportedContentType()]
  },
  422: { description: 'The body is not JSON.', failures: [new failures.InvalidJson()] }
}

const readOnly: Record<number, StatedReply> = {
  403: {
    description: 'The key may only read, or your role in the project does not allow it. Nothing was done.',
    failures: [new failures.ReadOnlyKey(), new failures.RoleRefused()]
  }
}

const always: Record<number, StatedReply> = {
  429: {
    description: 'The key has sent more requests than the operator allows it in a minute.',
    failures: [new failures.TooManyRequests()],
    headers: retryAfter
  },
  503: {
    description:
      'The service has more to do than it can, or its database cannot be used at the moment. Nothing was done, unless the connection to the database was lost during the very commit: where that matters, send an `Idempotency-Key`.',
    failures: [new failures.Overloaded()],
    headers: retryAfter
  }
}

/** The conventions of a method. */
export interface Conventions {
  /** Headers of requests. */
  readonly headers: Record<string, PlainSchema>
  /** Headers of successes. */
  readonly answered: Record<string, PlainSchema>
  readonly replies: Record<number, StatedReply>
}

const nothing: Conventions = { headers: {}, answered: {}, replies: {} }

const byMethod: Record<string, Conventions> = {
  GET: {
    headers: { 'If-None-Match': header('The `ETag` of an answer that you have kept.', ETAG) },
    answered: { ETag: header('Names this version of the answer. Absent where a long list is streamed.', ETAG) },
    replies: { 304: { description: 'What you have kept is what would be answered. The body is empty.' }, ...always }
  },
  POST: {
    headers: {
      'Idempotency-Key': header(
        'A value of your own, 1 to 255 printable characters. Sent again within 24 hours with the same request, it is answered as it was the first time, and nothing is done twice.',
        '9b2f8c1e-6d34-4f0a-8a57-3c1e0d9b7a42')
    },
    answered: { 'Idempotency-Replayed': header('`true` where the answer is that of an earlier request.', 'true') },
    replies: {
      ...body,
      ...readOnly,
      409: {
        description: 'A request with the same `Idempotency-Key` is still running.',
        failures: [new failures.IdempotencyKeyInUse()]
      },
      422: {
        description: 'The body is not JSON, or another one than before.',
        failures: [new failures.InvalidJson(), new failures.IdempotencyKeyReused()]
      },
      ...always
    }
  },
  PUT: {
    headers: {
      'If-Match': header(
        'The `ETag` of the item as you have read it, also as a proxy that compresses has changed it. Nothing is changed if it is another one by now.',
        ETAG
      )
    },
    answered: {},
    replies: {
      ...body,
      ...readOnly,
      412: {
        description: 'The item is no longer what `If-Match` names. Nothing was changed.',
        failures: [new failures.PreconditionFailed()]
      },
      ...always
    }
  },
  DELETE: { ...nothing, replies: { ...body, ...readOnly, ...always } }
}

/** Adds `If-Match` to a route that is no PUT. */
function withCondition (conventions: Conventions): Conventions {
  const { PUT } = byMethod
  return {
    ...conventions,
    headers: { ...conventions.headers, 'If-Match': PUT!.headers['If-Match']! },
    replies: { ...conventions.replies, 412: PUT!.replies[412]! }
  }
}

/** Requests of guests are counted by their links. */
const ofGuests: Conventions = {
  ...nothing,
  replies: {
    ...always,
    429: { ...always[429]!, description: 'This link has been used more often than the operator allows in a minute, from this address.' }
  }
}

/**
 * Adds the conventions to a route. Public routes and those of guests are no part of the contract, and state everything
 * else themselves.
 */
export function conventionsOf (
  method: string, { public: isPublic = false, shared, reads = false, conditional = false }: FastifyContextConfig
): Conventions {
  const ofKeys = isPublic ? nothing : byMethod[method] ?? nothing
  const ofMethod = shared === undefined ? ofKeys : ofGuests
  const conventions = conditional ? withCondition(ofMethod) : ofMethod
  if (!reads) return conventions
  const { 403: _refused, ...replies } = conventions.replies
  return { ...conventions, replies }
}
