import { Socket } from 'node:net'
import fp from 'fastify-plugin'
import { RequestTimeout } from '../../src/errors.js'

/** How long the rest of a body may take to come, once its request is answered. */
const REST_OF_BODY_MS = 5000

const { statusCode: TIMED_OUT } = new RequestTimeout()

export interface EarlyAnswersOptions {
  readonly restOfBodyMs?: number
}

/**
 * A request may be answered before its body has come: its key is wrong, the body is too large, or nobody asked for one.
 * What still comes is thrown away. Whoever sends all of it soon keeps the connection, and has it closed otherwise: a
 * byte a second would hold it for ever. To close it at once could take the answer with it, before it is read.
 */
export default fp<EarlyAnswersOptions>(async function earlyAnswers (app, { restOfBodyMs = REST_OF_BODY_MS }) {
  app.addHook('onSend', function keepOpen ({ raw }, reply, payload, done) {
    // Fastify closes the connection where a body could not be read. One that came too late is not waited for again.
    if (!raw.complete && reply.statusCode !== TIMED_OUT) reply.removeHeader('connection')
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
