import { ask } from '../api/client.ts'
import { Failure, failureOf, LOST, refusedByProxy } from '../api/failure.ts'
import { reachable } from '../api/home.ts'
import { insist, retryAfterOf, type Persistence } from '../api/insist.ts'
import { bytes } from '../ui/words.ts'

interface Upload { readonly url: string }

/** Small enough to repeat, large enough to be worth a request. */
const PIECE_BYTES = 8 * 1024 * 1024
const TUS = { 'tus-resumable': '1.0.0' }
/** Statuses of an upload that no longer exists. */
const GONE = new Set([403, 404, 410])

export interface UploadOptions extends Persistence {
  readonly onProgress: (sent: number) => void
  /** The SHA-256 of the file, if it is known. */
  readonly checksum: string | null
}

/**
 * Sends a file to an asset in pieces (tus 1.0.0). The upload resumes after a lost connection, also after a reload of
 * the page if the same file is selected.
 */
export async function upload (assetId: string, file: File, options: UploadOptions): Promise<void> {
  const name = `cutroom.upload ${assetId} ${file.name} ${file.size} ${file.lastModified}`
  const begun = sessionStorage.getItem(name)
  const url = begun !== null && await isThere(begun, options)
    ? begun
    : await insist(() => create(assetId, file, options.checksum), options)
  sessionStorage.setItem(name, url)
  try {
    await sendPieces(url, file, options)
  } catch (error) {
    if (error instanceof Failure && error.status >= 400 && error.status < 500) sessionStorage.removeItem(name)
    if (options.signal.aborted) {
      sessionStorage.removeItem(name)
      await cancel(url)
    }
    throw error
  }
  sessionStorage.removeItem(name)
}

/** Removes an upload. The service may still be waiting for the rest of the piece that was broken off. */
async function cancel (url: string): Promise<void> {
  await insist(async () => {
    const answer = await fetch(url, { method: 'DELETE', headers: TUS }).catch(() => null)
    if (answer?.status === 423) throw refusal(423, '', answer.headers.get('retry-after'))
  }, { signal: new AbortController().signal, onPause: () => {} }).catch(() => {})
}

async function create (assetId: string, file: File, checksum: string | null): Promise<string> {
  const body = {
    filename: file.name,
    size: file.size,
    ...(file.type === '' ? {} : { content_type: file.type }),
    ...(checksum === null ? {} : { sha256: checksum })
  }
  try {
    const answer = await ask('POST', `/api/v2/assets/${encodeURIComponent(assetId)}/uploads`, body)
    return reachable(((await answer.json()) as { upload: Upload }).upload.url)
  } catch (error) {
    const [, most] = /'size'.* to (\d+)$/.exec((error as Error).message) ?? []
    if (most === undefined) throw error
    throw new Failure(`This file has ${bytes(file.size)}: the service takes at most ${bytes(Number(most))}.`, 422)
  }
}

async function sendPieces (url: string, file: File, options: UploadOptions): Promise<void> {
  /** The offset; null if the service has to be asked. */
  let there: number | null = null
  do {
    there = await insist(async () => {
      const from: number = there ?? await offsetOf(url, options.signal)
      there = null
      options.onProgress(from)
      return from >= file.size && file.size > 0 ? from : sendPiece(url, file, from, options)
    }, options)
  } while (there < file.size)
}

/** Resolves to the new offset. Only XMLHttpRequest reports the progress of a request body. */
async function sendPiece (
  url: string, file: File, from: number, { onProgress, signal }: UploadOptions
): Promise<number> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PATCH', url)
    const headers = { ...TUS, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onProgress(from + loaded)
    request.onload = () => {
      const { status, responseText } = request
      if (status >= 200 && status < 300) resolve(Number(request.getResponseHeader('upload-offset')))
      else if (status === 413 && said(responseText) === undefined) {
        reject(refusedByProxy(Math.min(PIECE_BYTES, file.size - from)))
      } else reject(refusal(status, responseText, request.getResponseHeader('retry-after')))
    }
    request.onerror = () => reject(new Failure(LOST, 0))
    request.onabort = () => reject(new DOMException('stopped', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file.slice(from, from + PIECE_BYTES))
  })
}

/** Whether an earlier upload can be resumed. */
async function isThere (url: string, options: UploadOptions): Promise<boolean> {
  return insist(() => offsetOf(url, options.signal), options).then(() => true, (error: unknown) => {
    if (error instanceof Failure && GONE.has(error.status)) return false
    throw error
  })
}

async function offsetOf (url: string, signal: AbortSignal): Promise<number> {
  const answer = await fetch(url, { method: 'HEAD', headers: TUS, signal, cache: 'no-store' }).catch((error: unknown) => {
    if (signal.aborted) throw error
    throw new Failure(LOST, 0)
  })
  if (!answer.ok) throw refusal(answer.status, '', answer.headers.get('retry-after'))
  return Number(answer.headers.get('upload-offset') ?? 0)
}

function refusal (status: number, text: string, wait: string | null): Failure {
  if (GONE.has(status)) return new Failure('The upload has expired: try again to send the file from its beginning.', status)
  return failureOf(status, said(text), retryAfterOf(wait))
}

/** The error in an answer of the service; a proxy has pages of its own. */
function said (text: string): string | undefined {
  try {
    return (JSON.parse(text) as { error?: string }).error
  } catch {
    return undefined
  }
}
