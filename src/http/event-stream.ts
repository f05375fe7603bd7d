import type { FastifyReply } from 'fastify'
import { sendStream } from './piece-stream.js'

/** Shorter than the idle timeouts of proxies. */
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
 * Answers with a stream of server-sent events, which lasts as long as its source and its reader. It asks the source for
 * more only when the reader has taken the last piece, so that a slow reader costs no memory.
 */
export function sendEventStream (
  reply: FastifyReply, source: AsyncIterable<readonly ServerSentEvent[]>
): FastifyReply {
  // A buffering proxy would hold events back.
  reply.headers({
    'content-type': EVENT_STREAM_TYPE,
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no'
  })
  return sendStream(reply, textsOf(source))
}

async function * textsOf (source: AsyncIterable<readonly ServerSentEvent[]>): AsyncGenerator<string> {
  const events = source[Symbol.asyncIterator]()
  // Sends the headers at once, so that the client knows that it is connected.
  yield BEGINNING
  for (;;) {
    const next = events.next()
    // After the reader has gone, a failure no longer matters.
    next.catch(() => {})
    while (await isQuiet(next)) yield HEARTBEAT
    const { done, value } = await next
    if (done === true) return
    const text = value.map(({ id, event, data }) => `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`).join('')
    if (text !== '') yield text
  }
}

/** Whether it is time for a heartbeat. */
async function isQuiet (next: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<boolean>((resolve) => { timer = setTimeout(resolve, HEARTBEAT_MS, true) })
  const hasCome = () => false
  return await Promise.race([next.then(hasCome, hasCome), silence]).finally(() => clearTimeout(timer))
}
