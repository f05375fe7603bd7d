import fp from 'fastify-plugin'
import type { FastifyRequest } from 'fastify'

/** How long browsers cache a preflight: the longest that any of them allows. */
const PREFLIGHT_S = 2 * 60 * 60

/** Headers of requests and of answers, besides those that are always allowed. */
const ALLOWED = ['X-API-KEY', 'Content-Type', 'If-Match', 'If-None-Match', 'If-Range', 'Range', 'Idempotency-Key',
  'Last-Event-ID', 'X-Request-Id', 'Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Upload-Checksum',
  'Upload-Metadata', 'X-HTTP-Method-Override', 'X-Requested-With']
const EXPOSED = [
  'Link', 'ETag', 'Location', 'Retry-After', 'X-Request-Id', 'Idempotency-Replayed', 'Accept-Ranges', 'Content-Range',
  'Content-Disposition', 'Tus-Resumable', 'Tus-Version', 'Tus-Extension', 'Tus-Max-Size', 'Tus-Checksum-Algorithm',
  'Upload-Offset', 'Upload-Length', 'Upload-Expires', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset',
  'Deprecation', 'Sunset'
]

/**
 * Allows requests from pages of CORS_ORIGINS. A preflight is answered without a key, as it has none. Any other OPTIONS
 * is an ordinary request. Without the setting nothing of this is loaded.
 */
export default fp(async function cors (app) {
  const { CORS_ORIGINS: origins } = app.config
  if (origins.length === 0) return
  const { default: cors } = await import('@fastify/cors')
  const settings = {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ALLOWED,
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_S,
    strictPreflight: false
  }
  const [preflight, other] = [{ ...settings, preflight: true }, { ...settings, preflight: false }]
  await app.register(cors, {
    delegator: (request: FastifyRequest, done: (error: null, options: typeof settings) => void) =>
      done(null, isPreflight(request) ? preflight : other)
  })
}, { name: 'cors', dependencies: ['config'] })

function isPreflight ({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}
