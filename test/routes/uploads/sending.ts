import { request as sendRequest, type ClientRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkConformance } from '../../helper/conformance.js'
import type { Client, World } from '../../helper/app.js'
import { succeed } from '../../helper/items.js'
import { pathOf } from '../../src/media/world.js'

export interface SentAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: any
  readonly text: string
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
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo

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

  /** Begins a request. The test sends its body. */
  function begin (method: string, path: string, headers: Record<string, string | number> = {}): ClientRequest {
    const request = sendRequest({ host: '127.0.0.1', port, method, path, headers, agent: false })
    request.on('error', () => {})
    request.flushHeaders()
    return request
  }

  return { port, send, begin, ...tus(send) }
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
