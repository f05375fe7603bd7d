import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import fp from 'fastify-plugin'
import { RequestTimeout } from '../../src/errors.js'

/** How long the rest of a body may take after the answer. */
const REST_OF_BODY_MS = 5000

const { statusCode: TIMED_OUT } = new RequestTimeout()

export interface EarlyAnswersOptions {
  readonly restOfBodyMs?: number
}

/**
 * A request may be answered before its body has come: its key is wrong, the body is too large, or not needed. The rest
 * is discarded. If it comes soon, the connection stays open; otherwise it is closed, as one byte a second would hold it
 * for ever. Closing it at once could lose the answer.
 */
export default fp<EarlyAnswersOptions>(async function earlyAnswers (app, { restOfBodyMs = REST_OF_BODY_MS }) {
  app.addHook('onSend', function keepOpen ({ raw }, reply, payload, done) {
    // Fastify closes the connection if it could not read a body. After a 408 the rest is not awaited again.
    const isByFastify = !raw.complete && reply.hasHeader('connection') && reply.statusCode !== TIMED_OUT
    if (isByFastify && !isToClose(reply.raw)) reply.removeHeader('connection')
    done(null, payload)
  })

  app.addHook('onResponse', function awaitRest ({ raw }, _reply, done) {
    const { socket } = raw
    if (!raw.complete && socket instanceof Socket && !socket.destroyed) {
      const timer = setTimeout(() => socket.destroy(), restOfBodyMs).unref()
      const end = () => clearTimeout(timer)
      raw.once('end', end).once('close', end).resume()
    }
    done()
  })
}, { name: 'early-answers' })

/** Whether the client, or a stop, has asked to close the connection. */
function isToClose (answer: ServerResponse): boolean {
  return !answer.shouldKeepAlive || answer.hasHeader('connection')
}
