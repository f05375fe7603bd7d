import type { FastifyReply } from 'fastify'
import { PieceStream } from './piece-stream.js'

/** Keeps proxies from taking the connection for dead. */
const HEARTBEAT_MS = 15_000
const HEARTBEAT = ': still here\n\n'
const BEGINNING = ': \n\n'

export const EVENT_STREAM_TYPE = 'text/event-stream'

export interface ServerSentEvent {
  readonly id: string
  readonly event: string
  /** One line. */
  readonly data: string
}

/**
 * Answers with a stream of server-sent events that lasts as long as its source and its reader. The source is asked for
 * more only when the reader has taken what there was, so that nobody's slowness is kept in memory.
 */
export function sendEventStream (
  reply: FastifyReply, source: AsyncIterable<readonly ServerSentEvent[]>
): FastifyReply {
  const stream = new PieceStream(textsOf(source))
  reply.raw.once('close', () => stream.destroy())
  // A proxy that collects what it passes on would hold the events back.
  return reply.headers({
    'content-type': EVENT_STREAM_TYPE,
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no'
  }).send(stream)
}

async function * textsOf (source: AsyncIterable<readonly ServerSentEvent[]>): AsyncGenerator<string> {
  const events = source[Symbol.asyncIterator]()
  // The headers go out at once, so that the client knows that it is connected.
  yield BEGINNING
  for (;;) {
    const next = events.next()
    // Where the reader goes meanwhile there is nobody to tell.
    next.catch(() => {})
    while (await isQuiet(next)) yield HEARTBEAT
    const { done, value } = await next
    if (done === true) return
    const text = value.map(({ id, event, data }) => `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`).join('')
    if (text !== '') yield text
  }
}

/** Whether nothing comes for so long that the reader has to be told that somebody is there. */
async function isQuiet (next: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<boolean>((resolve) => { timer = setTimeout(resolve, HEARTBEAT_MS, true) })
  const hasCome = () => false
  return await Promise.race([next.then(hasCome, hasCome), silence]).finally(() => clearTimeout(timer))
}
