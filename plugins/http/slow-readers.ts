import { Socket } from 'node:net'
import fp from 'fastify-plugin'
import { PieceStream } from '../../src/http/piece-stream.js'
import { SpoolStream } from '../../src/transfer/export/spool.js'

const STANDSTILL_MS = 60_000
/** Shorter answers fit into the buffers of the connection. */
const LONG_ANSWER = 64 * 1024

export interface SlowReadersOptions {
  /** How long a reader may take nothing of an answer. */
  readonly standstillMs?: number
}

/** Cuts off clients that do not read their long answers. Media may wait: a film may be paused. */
export default fp<SlowReadersOptions>(async function slowReaders (app, { standstillMs = STANDSTILL_MS }) {
  app.addHook('onSend', function watchReader (request, reply, payload, done) {
    const isLong = typeof payload === 'string'
      ? payload.length > LONG_ANSWER
      : payload instanceof PieceStream || payload instanceof SpoolStream
    if (isLong && reply.raw.socket instanceof Socket) {
      reply.raw.setTimeout(standstillMs, () => {
        request.log.warn({ route: request.routeOptions.url, standstillMs }, 'reader stood still and was cut off')
        reply.raw.destroy()
      })
    }
    done(null, payload)
  })
}, { name: 'slow-readers' })
