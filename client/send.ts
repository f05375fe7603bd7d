import type { ClientOptions, FileToSend, SendOptions } from './cutroom.d.ts'
import { CutroomError, SilentConnection } from './error.ts'
import { createPatience } from './patience.ts'
import { backoff, pause, within } from './pause.ts'
import { offsetIn, sendPiece } from './piece.ts'
import { baseOf } from './request.ts'

/** Small enough to repeat, large enough to be worth a request. After 413 and silence pieces are halved. */
const PIECE_BYTES = 8 * 1024 * 1024
const SMALLEST_PIECE_BYTES = 512 * 1024
/** How long an answer to a request without a body may take. */
const LIMIT_MS = 30_000

const TUS = { 'tus-resumable': '1.0.0' }

/** Path and query of a signed URL of an upload, at the service of the client. */
function uploadUrlOf ({ url }: ClientOptions, signed: string): string {
  const { pathname, search } = new URL(signed, `${baseOf(url)}/`)
  const path = pathname.slice(Math.max(0, pathname.lastIndexOf('/uploads/')))
  return baseOf(url) + path + search
}

/**
 * Sends a file to an upload in pieces (tus 1.0.0), from where the service has it. Throws CutroomError, what fetch
 * throws when the connection stays lost, and the reason of the signal, after which the upload is cancelled.
 */
export async function sendFile (
  client: ClientOptions, signed: string, sent: FileToSend, sending: SendOptions = {}
): Promise<void> {
  const { onProgress, signal } = sending
  const url = uploadUrlOf(client, signed)
  const file = sent instanceof Uint8Array ? new Blob([sent as BlobPart]) : sent
  const fetch = client.fetch ?? globalThis.fetch.bind(globalThis)
  const ask = (method: string, signal: AbortSignal) =>
    fetch(url, { method, headers: TUS, cache: 'no-store', redirect: 'manual', signal })
  let reached = -1
  const tell = (bytes: number) => {
    if (bytes > reached) onProgress?.(reached = bytes, file.size)
  }
  const work = sendAll()
  if (signal === undefined) return work
  await Promise.race([rejection(signal), work]).catch((error: unknown) => {
    work.catch(() => {})
    if (signal.aborted) cancel().catch(() => {})
    throw error
  })

  async function sendAll (): Promise<void> {
    const patience = createPatience(sending)
    let piece = PIECE_BYTES
    let furthest = 0
    let there = await patience.persist(offset)
    for (let attempts = 0; there < file.size || file.size === 0; attempts++) {
      if (there > furthest) patience.renew()
      furthest = Math.max(furthest, there)
      tell(there)
      const begin = there
      const bytes = await file.slice(begin, Math.min(begin + piece, file.size))
      try {
        there = await sendPiece(
          { fetch: client.fetch, url, offset: begin, bytes, signal, headers: TUS }, (sent) => tell(begin + sent)
        )
        if (file.size === 0) return
      } catch (error) {
        const status = error instanceof CutroomError ? error.status : null
        // An empty file is complete with its first piece, after which its upload is gone.
        if (file.size === 0 && attempts > 0 && status === 404) return
        if (status === 413 && bytes.size <= SMALLEST_PIECE_BYTES) throw tooLarge(error as CutroomError, bytes.size)
        if (status === 413 || error instanceof SilentConnection) {
          do piece = Math.max(SMALLEST_PIECE_BYTES, piece / 2)
          while (piece >= bytes.size && piece > SMALLEST_PIECE_BYTES)
        }
        if (status !== 413) await patience.pauseAfter(error)
        there = await patience.persist(offset)
      }
    }
    tell(file.size)
  }

  /** What the service has. */
  async function offset (): Promise<number> {
    return within(LIMIT_MS, signal, async (signal) => {
      const response = await ask('HEAD', signal)
      const there = await offsetIn(response)
      const size = response.headers.get('upload-length')
      if (size === null || Number(size) === file.size) return there
      const message = `The file has ${file.size} bytes, its upload is for ${size}`
      throw new CutroomError(message, 422, `Must have ${size} bytes`, null, response)
    })
  }

  /** The service may still wait for the rest of the piece that was broken off. */
  async function cancel (): Promise<void> {
    for (let failures = 1; failures < 10; failures++) {
      const response = await within(LIMIT_MS, undefined, (signal) => ask('DELETE', signal)).catch(() => null)
      await response?.body?.cancel().catch(() => {})
      if (response !== null && response.status !== 423 && response.status < 500) return
      await pause(backoff(failures))
    }
  }
}

async function rejection (signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function tooLarge ({ status, text, response }: CutroomError, size: number): CutroomError {
  const shown = size < 1024 ? `${size} bytes` : `${Math.ceil(size / 1024)} KiB`
  const message = `A proxy between you and the service takes no ${shown} at once: its limit has to be raised`
  return new CutroomError(message, status, text, null, response)
}
