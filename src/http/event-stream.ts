import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Keeps proxies from taking the connection for dead. */
const HEARTBEAT_MS = 15_000
const HEARTBEAT = ': still here\n\n'
/** Who takes nothing for so long is cut off, and may come back. */
const LONGEST_STALL_MS = 30_000

export const EVENT_STREAM_TYPE = 'text/event-stream'

export interface ServerSentEvent {
  readonly id: string
  readonly event: string
  /** One line. */
  readonly data: string
}

/**
 * Answers with a stream of server-sent events that lasts as long as its source and its reader. The source is asked for
 * more only when the reader has taken what there was, so that nobody's slowness is kept in memory. `signal` says that
 * the reader is gone.
 */
export function sendEventStream (
  reply: FastifyReply, source: (signal: AbortSignal) => AsyncIterable<readonly ServerSentEvent[]>
): FastifyReply {
  const stream = new PassThrough()
  const gone = new AbortController()
  stream.once('close', () => gone.abort())
  const heartbeat = setInterval(() => { if (stream.writableLength === 0) stream.write(HEARTBEAT) }, HEARTBEAT_MS)

  async function pump (): Promise<void> {
    for await (const events of source(gone.signal)) {
      if (gone.signal.aborted) return
      const text = events.map(({ id, event, data }) => `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`).join('')
      if (text !== '' && !stream.write(text)) await drained(stream)
    }
  }

  pump().then(() => stream.end(), (error: Error) => stream.destroy(error)).finally(() => clearInterval(heartbeat))
  // The headers go out at once, so that the client knows that it is connected.
  stream.write(': \n\n')
  // A proxy that collects what it passes on would hold the events back.
  return reply.headers({
    'content-type': EVENT_STREAM_TYPE,
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no'
  }).send(stream)
}

async function drained (stream: PassThrough): Promise<void> {
  await once(stream, 'drain', { signal: AbortSignal.timeout(LONGEST_STALL_MS) })
}
