import { MEBIBYTE } from '../../basics/units.js'
import { userAgent } from '../../basics/version.js'

/** Progress is reported after so many bytes. */
const CHUNK_BYTES = MEBIBYTE / 4

/** `fetch` for the client, which tells how far it is with a piece of an upload. */
export function createFetch (onProgress: (sent: number) => void): typeof globalThis.fetch {
  return async (url, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('user-agent', userAgent)
    if (!(init.body instanceof Blob)) return fetch(url, { ...init, headers })
    headers.set('content-length', String(init.body.size))
    const before = Number(headers.get('upload-offset'))
    const body = ReadableStream.from(chunksOf(init.body, (sent) => onProgress(before + sent)))
    // With a stream, Node wants to be told that the answer may wait for it.
    return fetch(url, { ...init, headers, body, duplex: 'half' } as RequestInit)
  }
}

async function * chunksOf (piece: Blob, onSent: (sent: number) => void): AsyncGenerator<Uint8Array> {
  for (let begin = 0; begin < piece.size; begin += CHUNK_BYTES) {
    const chunk = new Uint8Array(await piece.slice(begin, begin + CHUNK_BYTES).arrayBuffer())
    yield chunk
    onSent(begin + chunk.length)
  }
}
