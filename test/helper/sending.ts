import { request as sendRequest, type ClientRequest } from 'node:http'
import { portOf } from './connection.js'
import { checkConformance } from './conformance.js'
import { httpDialects, type Client, type World } from './app.js'
import { succeed } from './items.js'
import { readUntil, inOneAppWithMedia, pathOf } from './media/world.js'

export interface SentAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: any
  readonly text: string
}

/** A request whose body the test sends. */
export interface Sender {
  readonly request: ClientRequest
  /** The status of the answer; null if the connection broke. */
  readonly answered: Promise<number | null>
  readonly isAnswered: () => boolean
}

/** Progress is stored at once, and no sender is given up. */
export const patient = {
  environment: { MEDIA_TIMEOUT: '3600' },
  patience: { uploadNoteMs: 100, uploadLeaseMs: 3_600_000 }
}

/** The tests of a file share a service that takes uploads. */
export function inOneService (on = httpDialects) {
  const { environment, patience } = patient
  return inOneAppWithMedia(on, environment, { patience })
}

/** Asks for a URL. Returns its path and query. */
export async function askForUrl (
  client: Client, assetId: string, upload: { filename?: string, size: number, content_type?: string, sha256?: string }
): Promise<string> {
  const { upload: { url } } = await succeed(client.post(`assets/${assetId}/uploads`, { filename: 'clip.bin', ...upload }))
  return pathOf(url)
}

/** A listening service, as streamed bodies need a connection. */
export async function listen ({ app }: World) {
  const port = await portOf(app)

  async function send (
    method: string, path: string, headers: Record<string, string> = {}, body?: Uint8Array | ReadableStream
  ): Promise<SentAnswer> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method, headers, body: body ?? null, ...(body instanceof ReadableStream ? { duplex: 'half' } : {})
    } as RequestInit)
    const text = await answer.text()
    const contentType = answer.headers.get('content-type') ?? 'undefined'
    const parsed = contentType.startsWith('application/json') && text !== '' ? JSON.parse(text) : null
    checkConformance(app, method, path, { status: answer.status, contentType, body: parsed, text })
    return { status: answer.status, headers: answer.headers, body: parsed, text }
  }

  function begin (method: string, path: string, headers: Record<string, string | number> = {}): Sender {
    const request = sendRequest({ host: '127.0.0.1', port, method, path, headers, agent: false })
    let isAnswered = false
    const answered = new Promise<number | null>((resolve) => {
      request.on('error', () => resolve(null))
      request.on('response', (response) => {
        isAnswered = true
        resolve(response.resume().statusCode!)
      })
    })
    request.flushHeaders()
    return { request, answered, isAnswered: () => isAnswered }
  }

  const { head, patch } = tus(send)

  async function offsetOf (path: string): Promise<number> {
    return Number((await head(path)).headers.get('upload-offset'))
  }

  /** Begins a piece of so many bytes, but sends only a part. Resolves when the service has stored it. */
  async function beginPiece (path: string, length: number, part: Uint8Array, offset = 0): Promise<Sender> {
    const sender = begin('PATCH', path, { ...pieceHeaders(offset), 'content-length': length })
    sender.request.write(part)
    await readUntil(() => offsetOf(path), (reached) => reached === offset + part.length)
    return sender
  }

  return { port, send, begin, beginPiece, head, offsetOf, patch }
}

function tus (send: (
  method: string, path: string, headers?: Record<string, string>, body?: Uint8Array | ReadableStream
) => Promise<SentAnswer>) {
  return {
    head: async (path: string) => send('HEAD', path, { 'tus-resumable': '1.0.0' }),
    patch: async (
      path: string, offset: number, body?: Uint8Array | ReadableStream, headers: Record<string, string> = {}
    ) => send('PATCH', path, { ...pieceHeaders(offset), ...headers }, body)
  }
}

export function pieceHeaders (offset: number) {
  return {
    'tus-resumable': '1.0.0',
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream'
  }
}

/** A body of unknown length. */
export function streamOf (...chunks: Uint8Array[]): ReadableStream {
  return new ReadableStream({
    pull (controller) {
      const chunk = chunks.shift()
      if (chunk === undefined) controller.close()
      else controller.enqueue(chunk)
    }
  })
}
