import type { ClientOptions, SendOptions } from './cutroom.d.ts'
import { CutroomError, errorOf } from './error.ts'
import { backoff, pause } from './pause.ts'
import { sendPiece } from './piece.ts'
import { baseOf } from './request.ts'

/** Small enough to repeat, large enough to be worth a request. After 413 pieces are halved, down to the smallest. */
const PIECE_BYTES = 8 * 1024 * 1024
const SMALLEST_PIECE_BYTES = 512 * 1024
/** How long attempts go on without a byte that arrives. */
const PATIENCE_MS = 5 * 60_000

const TUS = { 'tus-resumable': '1.0.0' }

export type Sent = Blob | Uint8Array<ArrayBuffer>

/** Path and query of a signed URL of an upload, at the service of the client. */
export function uploadUrlOf ({ url }: ClientOptions, signed: string): string {
  const { pathname, search } = new URL(signed, `${baseOf(url)}/`)
  const path = pathname.slice(Math.max(0, pathname.lastIndexOf('/uploads/')))
  return baseOf(url) + path + search
}

/**
 * Sends a file to an upload in pieces (tus 1.0.0), from where the service has it. Throws CutroomError, what fetch
 * throws when the connection stays lost, and the reason of the signal, after which the upload is cancelled.
 */
export async function sendFile (
  client: ClientOptions, signed: string, sent: Sent, { onProgress, onPause, signal }: SendOptions = {}
): Promise<void> {
  const url = uploadUrlOf(client, signed)
  const file = sent instanceof Blob ? sent : new Blob([sent])
  const fetch = client.fetch ?? globalThis.fetch.bind(globalThis)
  let reached = -1
  const tell = (bytes: number) => {
    if (bytes > reached) onProgress?.(reached = bytes, file.size)
  }
  signal?.throwIfAborted()
  const work = sendAll()
  if (signal === undefined) return work
  await Promise.race([work, rejection(signal)]).catch((error: unknown) => {
    work.catch(() => {})
    if (signal.aborted) cancel().catch(() => {})
    throw error
  })

  async function sendAll (): Promise<void> {
    let piece = PIECE_BYTES
    /** What the service has; null if it has to be asked. */
    let there: number | null = null
    let furthest = 0
    let failures = 0
    let until = 0
    for (;;) {
      try {
        there ??= await offsetOf()
        tell(there)
        if (there > furthest) failures = 0
        furthest = Math.max(furthest, there)
        if (there >= file.size && file.size > 0) return
        const end = Math.min(there + piece, file.size)
        const begin = there
        there = await sendPiece(
          { fetch: client.fetch, url, offset: begin, bytes: file.slice(begin, end), signal, headers: TUS },
          (bytes) => tell(begin + bytes)
        )
        if (file.size === 0) return
        failures = 0
      } catch (error) {
        if (signal?.aborted === true) throw signal.reason
        there = null
        if (error instanceof CutroomError && error.status === 413 && piece > SMALLEST_PIECE_BYTES) {
          piece = Math.max(SMALLEST_PIECE_BYTES, piece / 2)
          continue
        }
        if (error instanceof CutroomError && error.status === 413) throw tooLarge(error, piece)
        // An empty file is complete with its first piece, after which its upload is gone.
        if (file.size === 0 && failures > 0 && error instanceof CutroomError && error.status === 404) return
        if (!mayPass(error)) throw error
        if (++failures === 1) until = Date.now() + PATIENCE_MS
        const wait = Math.max(backoff(failures), (error instanceof CutroomError ? error.retryAfter ?? 0 : 0) * 1000)
        if (Date.now() + wait > until) throw error
        onPause?.(error)
        await pause(wait, signal)
      }
    }
  }

  async function offsetOf (): Promise<number> {
    const response = await fetch(url, {
      method: 'HEAD', headers: TUS, cache: 'no-store', redirect: 'manual', ...signal && { signal }
    })
    const offset = Number(response.headers.get('upload-offset') ?? Number.NaN)
    if (!response.ok || !Number.isSafeInteger(offset)) throw errorOf(response, '')
    return offset
  }

  /** The service may still wait for the rest of the piece that was broken off. */
  async function cancel (): Promise<void> {
    for (let failures = 1; failures < 10; failures++) {
      const response = await fetch(url, { method: 'DELETE', headers: TUS, redirect: 'manual' }).catch(() => null)
      if (response !== null && response.status !== 423 && response.status < 500) return
      await pause(backoff(failures))
    }
  }
}

function rejection (signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function mayPass (error: unknown): boolean {
  if (!(error instanceof CutroomError)) return error instanceof TypeError
  return error.status >= 500 || [408, 409, 423, 429].includes(error.status)
}

function tooLarge ({ status, text, response }: CutroomError, piece: number): CutroomError {
  const message = `A proxy between you and the service takes no ${piece / 1024} KiB at once: its limit has to be raised`
  return new CutroomError(message, status, text, null, response)
}
