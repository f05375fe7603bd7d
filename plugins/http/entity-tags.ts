import fp from 'fastify-plugin'
import { entityTag, namesWeakly } from '../../src/http/entity-tags.js'

/** Reads have an ETag, and a caller who knows it already is spared the body. What is streamed has none. */
export default fp(async function entityTags (app) {
  app.addHook('onSend', function nameVersion (request, reply, payload, done) {
    if (
      (request.method !== 'GET' && request.method !== 'HEAD') || typeof payload !== 'string' || reply.statusCode !== 200
    ) return done(null, payload)
    const tag = entityTag(payload)
    reply.header('etag', tag)
    const known = request.headers['if-none-match']
    if (known === undefined || !namesWeakly(known, tag)) return done(null, payload)
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    // What answers HEAD takes the body away itself, and fails where there is none.
    done(null, request.method === 'HEAD' ? payload : null)
  })
}, { name: 'entity-tags' })
