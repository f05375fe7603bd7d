import { errorOf, SilentConnection } from './error.ts'
import { within } from './pause.ts'

/**
 * A connection on which nothing happens for longer counts as lost. `fetch` does not tell what happens, so this is also
 * the time that it has for a piece.
 */
const SILENCE_MS = 2 * 60_000

interface Piece {
  /** Of the caller, if there is one: then browsers do not use XMLHttpRequest. */
  readonly fetch: typeof globalThis.fetch | undefined
  readonly url: string
  readonly offset: number
  readonly bytes: Blob
  readonly signal: AbortSignal | undefined
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Sends a piece of an upload. Resolves to the offset behind it. Throws CutroomError, and TypeError for a lost
 * connection.
 */
export async function sendPiece (piece: Piece, onBytes: (sent: number) => void): Promise<number> {
  const headers = {
    ...piece.headers, 'upload-offset': String(piece.offset), 'content-type': 'application/offset+octet-stream'
  }
  const isWatched = typeof XMLHttpRequest === 'function' && piece.fetch === undefined
  return isWatched
    ? offsetIn(await byXhr({ ...piece, headers }, onBytes))
    : within(SILENCE_MS, piece.signal, async (signal) => offsetIn(await byFetch({ ...piece, headers, signal })))
}

/** What the service has. Throws CutroomError. */
export async function offsetIn (response: Response): Promise<number> {
  const offset = Number(response.headers.get('upload-offset') ?? Number.NaN)
  if (!response.ok || !Number.isSafeInteger(offset)) throw errorOf(response, await response.text())
  return offset
}

async function byFetch ({ fetch = globalThis.fetch, url, bytes, signal, headers }: Piece): Promise<Response> {
  return fetch(url, { method: 'PATCH', headers, body: bytes, redirect: 'manual', signal: signal! })
}

/** Only XMLHttpRequest reports how much of a body has been sent. */
async function byXhr ({ url, bytes, signal, headers }: Piece, onBytes: (sent: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PATCH', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    const end = () => {
      reject(new SilentConnection())
      request.abort()
    }
    let silence = setTimeout(end, SILENCE_MS)
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(silence)
      silence = setTimeout(end, SILENCE_MS)
      onBytes(loaded)
    }
    request.onloadend = () => clearTimeout(silence)
    request.onload = () => {
      const lines = request.getAllResponseHeaders().split('\r\n').filter((line) => line !== '')
      const headers = lines.map((line) => line.split(': ', 2) as [string, string])
      const { status, responseText } = request
      resolve(new Response(status === 204 ? null : responseText, { status, headers }))
    }
    request.onerror = () => reject(new TypeError('The connection was lost'))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(bytes)
  })
}
