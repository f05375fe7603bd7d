import { pipeline, Readable } from 'node:stream'
import { createGzip, gzip } from 'node:zlib'
import fp from 'fastify-plugin'
import type { FastifyReply } from 'fastify'
import { accepts } from '../../src/http/codings.js'
import { PieceStream } from '../../src/http/piece-stream.js'
import { SpoolStream } from '../../src/transfer/export/spool.js'

/** Shorter answers, in characters, fit into three packets as they are. */
const SHORT = 4096
const TEXT = /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]*\+)?(?:json|x-ndjson|javascript|typescript|xml)\b)/

/**
 * Compresses long answers of text by gzip, for those who accept it. zlib works in threads of its own, so no other
 * request waits. Files are never compressed: their bytes have ranges, and most of them are compressed already.
 */
export default fp(async function compression (app) {
  app.addHook('onSend', function compress (request, reply, payload, done) {
    if (!isLong(payload) || !isText(reply) || reply.hasHeader('content-encoding')) return done(null, payload)
    reply.vary('accept-encoding')
    if (!accepts(request.headers['accept-encoding'], 'gzip')) return done(null, payload)
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    // Other bytes of the same version have no strong tag.
    const tag = reply.getHeader('etag')
    if (tag !== undefined) reply.header('etag', `W/${String(tag)}`)
    if (!(payload instanceof Readable)) return gzip(payload, done)
    // The answer to HEAD ends the stream, and has no body.
    if (request.method === 'HEAD') return done(null, payload)
    // A failure of one end destroys the other.
    done(null, pipeline(payload, createGzip(), () => {}))
  })
}, { name: 'compression', dependencies: ['entity-tags', 'slow-readers'] })

function isLong (payload: unknown): payload is string | Buffer | Readable {
  return typeof payload === 'string' || Buffer.isBuffer(payload)
    ? payload.length > SHORT
    : payload instanceof PieceStream || payload instanceof SpoolStream
}

function isText (reply: FastifyReply): boolean {
  return TEXT.test(String(reply.getHeader('content-type') ?? '')) &&
    !String(reply.getHeader('cache-control') ?? '').includes('no-transform')
}
