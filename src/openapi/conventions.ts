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
  'Retry-After': { type: 'integer', description: 'Number of seconds to wait before the next attempt.', examples: [10] }
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

/** Requests that only read are refused to the keys of agents alone. */
const forAgents: Record<number, StatedReply> = {
  403: {
    description: 'The key can only claim steps of runs.',
    failures: [new failures.AgentKey()]
  }
}

const readOnly: Record<number, StatedReply> = {
  403: {
    description: 'The key can only read, or only claim steps of runs, or your role in the project does not allow the request. Nothing was changed.',
    failures: [new failures.ReadOnlyKey(), new failures.AgentKey(), new failures.RoleRefused()]
  }
}

const always: Record<number, StatedReply> = {
  429: {
    description: 'The key has sent more requests in a minute than the operator allows.',
    failures: [new failures.TooManyRequests()],
    headers: retryAfter
  },
  503: {
    description:
      'The service is overloaded, or its database is not available at the moment. Nothing was changed, except in one case: the connection to the database was lost during the commit. If that matters, send an `Idempotency-Key`.',
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
    headers: { 'If-None-Match': header('`ETag` of an answer that you have stored.', ETAG) },
    answered: { ETag: header('Entity tag of the answer, weak if the answer is compressed. Absent if a long list is streamed.', ETAG) },
    replies: { 304: { description: 'The answer that you have stored is still current. The body is empty.' }, ...forAgents, ...always }
  },
  POST: {
    headers: {
      'Idempotency-Key': header(
        'Unique value that you choose, of 1 to 255 printable characters. If you repeat the request with the same value within 24 hours, you get the first answer again, and nothing is done twice.',
        '9b2f8c1e-6d34-4f0a-8a57-3c1e0d9b7a42')
    },
    answered: { 'Idempotency-Replayed': header('`true` if this is the stored answer of an earlier request.', 'true') },
    replies: {
      ...body,
      ...readOnly,
      409: {
        description: 'A request with the same `Idempotency-Key` is still running.',
        failures: [new failures.IdempotencyKeyInUse()]
      },
      422: {
        description: 'The body is not JSON, or differs from the body of the first request.',
        failures: [new failures.InvalidJson(), new failures.IdempotencyKeyReused()]
      },
      ...always
    }
  },
  PUT: {
    headers: {
      'If-Match': header(
        '`ETag` of the version that you have read. If the item has changed since then, the answer is 412, and nothing is changed. Suffixes that a compressing proxy adds to the `ETag` are accepted.',
        ETAG
      )
    },
    answered: {},
    replies: {
      ...body,
      ...readOnly,
      412: {
        description: 'The item has changed since the version that `If-Match` names. Nothing was changed.',
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
    429: { ...always[429]!, description: 'The link has been used from this network address more often in a minute than the operator allows.' }
  }
}

/** Programs have no key, and no role. */
function ofPrograms (method: string): Conventions {
  const { replies: { 403: _refused, ...replies }, ...conventions } = byMethod[method]!
  return {
    ...conventions,
    replies: {
      ...replies,
      429: { ...always[429]!, description: 'The token has sent more requests in a minute than the operator allows.' }
    }
  }
}

/**
 * Adds the conventions to a route. Public routes and those of guests are no part of the contract, and state everything
 * else themselves.
 */
export function conventionsOf (
  method: string, { public: isPublic = false, shared, ofRun, reads = false, conditional = false }: FastifyContextConfig
): Conventions {
  const ofKeys = isPublic ? nothing : byMethod[method] ?? nothing
  const ofMethod = ofRun === true ? ofPrograms(method) : shared === undefined ? ofKeys : ofGuests
  const conventions = conditional ? withCondition(ofMethod) : ofMethod
  if (!reads) return conventions
  return { ...conventions, replies: { ...conventions.replies, ...forAgents } }
}
