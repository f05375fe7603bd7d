import { userAgent } from '../../process/version.js'

/** `fetch` for the client, which tells how far it is with a piece of an upload. */
export function createFetch (onProgress: (sent: number) => void): typeof globalThis.fetch {
  return async (url, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('user-agent', userAgent)
    if (!(init.body instanceof Blob)) return fetch(url, { ...init, headers })
    let sent = Number(headers.get('upload-offset'))
    headers.set('content-length', String(init.body.size))
    const counted = init.body.stream().pipeThrough(new TransformStream<Uint8Array, Uint8Array>({
      transform (bytes, passedOn) {
        onProgress(sent += bytes.length)
        passedOn.enqueue(bytes)
      }
    }))
    // With a stream, Node wants to be told that the answer may wait for it.
    return fetch(url, { ...init, headers, body: counted, duplex: 'half' } as RequestInit)
  }
}
