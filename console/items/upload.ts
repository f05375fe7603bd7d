import { CutroomError } from '../../client/error.ts'
import { sendRemembered, type Upload } from '../../client/upload.ts'
import { api, done } from '../api/client.ts'
import { Failure, failureOf, LOST, refusedByProxy, sentenceOf } from '../api/failure.ts'
import { home } from '../api/home.ts'
import { insist, type Persistence } from '../api/insist.ts'
import { bytes } from '../ui/words.ts'

/** The smallest piece of the client. */
const SMALLEST_PIECE_BYTES = 512 * 1024
/** Statuses of an upload that no longer exists. */
const GONE = new Set([403, 404, 410])

export interface UploadOptions extends Persistence {
  readonly onProgress: (sent: number) => void
  /** The SHA-256 of the file, if it is known. */
  readonly checksum: string | null
}

/**
 * Sends a file to an asset by the client for programs. The upload resumes after a lost connection, also after a reload
 * of the page if the same file is selected. Throws Failure.
 */
export async function upload (assetId: string, file: File, options: UploadOptions): Promise<void> {
  const { onProgress, onPause, signal } = options
  try {
    await sendRemembered(
      { url: home },
      [assetId, file.name, file.size, file.lastModified],
      () => insist(() => create(assetId, file, options.checksum), options),
      file,
      { onProgress, signal, onPause: (failure) => onPause(sentenceOf(inWords(failure))) }
    )
  } catch (error) {
    throw signal.aborted ? error : inWords(error)
  }
}

async function create (assetId: string, file: File, checksum: string | null): Promise<Upload> {
  const body = {
    filename: file.name,
    size: file.size,
    ...(file.type === '' ? {} : { content_type: file.type }),
    ...(checksum === null ? {} : { sha256: checksum })
  }
  try {
    const params = { path: { asset_id: assetId } }
    return (await done(api.POST('/api/v2/assets/{asset_id}/uploads', { params, body }))).upload
  } catch (error) {
    const [, most] = /^size: .* to (\d+)$/.exec((error as Error).message) ?? []
    if (most === undefined) throw error
    throw new Failure(`This file has ${bytes(file.size)}: the service takes at most ${bytes(Number(most))}.`, 422)
  }
}

/** A failure of the client for programs, in words for people. */
function inWords (error: unknown): unknown {
  if (error instanceof TypeError) return new Failure(LOST, 0)
  if (!(error instanceof CutroomError)) return error
  const { status, text, retryAfter } = error
  if (GONE.has(status)) return new Failure('The upload has expired: try again to send the file from its beginning.', status)
  if (status === 413 && text === null) return refusedByProxy(SMALLEST_PIECE_BYTES)
  return failureOf(status, text ?? undefined, retryAfter)
}
