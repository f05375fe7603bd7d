import fp from 'fastify-plugin'
import { entityTag, isNamed } from '../../src/http/entity-tags.js'

/** Reads have an ETag, and answer 304 to clients that send it. Streamed answers have none. */
export default fp(async function entityTags (app) {
  app.addHook('onSend', function nameVersion (request, reply, payload, done) {
    if (
      (request.method !== 'GET' && request.method !== 'HEAD') || typeof payload !== 'string' || reply.statusCode !== 200
    ) return done(null, payload)
    const tag = entityTag(payload)
    reply.header('etag', tag)
    const known = request.headers['if-none-match']
    if (known === undefined || !isNamed(known, tag)) return done(null, payload)
    // The answer that the client has stored may be compressed.
    reply.vary('accept-encoding')
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    // The answer to HEAD removes the body itself, and fails without one.
    done(null, request.method === 'HEAD' ? payload : null)
  })
}, { name: 'entity-tags' })
