import { ask } from '../api/client.ts'
import { Failure } from '../api/failure.ts'
import { reachable } from '../api/home.ts'
import { pause } from '../api/send.ts'

interface Upload { readonly id: string, readonly url: string, readonly expires_at: string }

/** Small enough to be sent again, large enough to be worth a request. */
const PIECE_BYTES = 8 * 1024 * 1024
const MOST_FAILURES = 8

export interface UploadOptions {
  readonly onProgress: (sent: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends a file to an asset, piece by piece (tus 1.0.0). A connection that is lost is taken up again where it was, also
 * when the page was loaded anew in between and the same file is chosen.
 */
export async function upload (assetId: string, file: File, { onProgress, signal }: UploadOptions): Promise<void> {
  const name = `cutroom.upload ${assetId} ${file.name} ${file.size} ${file.lastModified}`
  const url = sessionStorage.getItem(name) ?? await create(assetId, file)
  sessionStorage.setItem(name, url)
  try {
    await sendPieces(url, file, { onProgress, signal })
  } catch (error) {
    if (error instanceof Failure && error.status >= 400 && error.status < 500) sessionStorage.removeItem(name)
    if (signal.aborted) await fetch(url, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } }).catch(() => {})
    throw error
  }
  sessionStorage.removeItem(name)
}

async function create (assetId: string, file: File): Promise<string> {
  const body = { filename: file.name, size: file.size, ...(file.type === '' ? {} : { content_type: file.type }) }
  try {
    const answer = await ask('POST', `/api/v2/assets/${assetId}/uploads`, body)
    return reachable(((await answer.json()) as { upload: Upload }).upload.url)
  } catch (error) {
    if (error instanceof Failure && error.status === 404 && error.message === 'not found') {
      throw new Failure('This service takes files by URL only.', 404)
    }
    throw error
  }
}

async function sendPieces (url: string, file: File, { onProgress, signal }: UploadOptions): Promise<void> {
  let offset: number | null = null
  for (let failures = 0; ;) {
    try {
      offset ??= await offsetOf(url, signal)
      onProgress(offset)
      if (offset >= file.size && file.size > 0) return
      const answer = await fetch(url, {
        method: 'PATCH',
        headers: {
          'tus-resumable': '1.0.0', 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream'
        },
        body: file.slice(offset, offset + PIECE_BYTES),
        signal
      })
      await refuse(answer)
      failures = 0
      offset = Number(answer.headers.get('upload-offset'))
      onProgress(offset)
      if (offset >= file.size) return
    } catch (error) {
      const passes = !(error instanceof Failure) || error.status >= 500 || error.status === 409 || error.status === 423
      if (signal.aborted || !passes || ++failures > MOST_FAILURES) throw error
      offset = null
      await pause(Math.min(15_000, 500 * 2 ** failures), signal)
    }
  }
}

async function offsetOf (url: string, signal: AbortSignal): Promise<number> {
  const answer = await fetch(url, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' }, signal, cache: 'no-store' })
  await refuse(answer)
  return Number(answer.headers.get('upload-offset') ?? 0)
}

async function refuse (answer: Response): Promise<void> {
  if (answer.ok) return
  const said = (await answer.json().catch(() => null) as { error?: string } | null)?.error
  throw new Failure(said ?? `The file was refused with status ${answer.status}.`, answer.status)
}
