import { CutroomError } from '../../../client/error.ts'
import { backoff, pause } from '../../../client/pause.ts'
import { sendFile } from '../../../client/send.ts'
import { Failure, sentenceOf } from '../../api/failure.ts'
import { home } from '../../api/home.ts'
import type { LinkApi } from '../api.ts'
import type { Memory, Told } from './memory.ts'

/** A phone sleeps for hours, and then goes on. */
const PATIENCE_MS = 24 * 60 * 60_000
/** Statuses of an upload that has ended. */
const GONE = new Set([403, 404, 410])

interface OneOptions {
  readonly api: LinkApi
  readonly memory: Memory
  /** Of who sends it. */
  readonly name: string
  readonly signal: AbortSignal
  readonly onProgress: (sent: number) => void
  /** Told why it waits. */
  readonly onPause: (why: string) => void
  /** Called when the link counts it. */
  readonly onBegun: () => void
}

/**
 * Sends a file to its end: to the upload that was begun before a reload of the page, or to a new one. Throws Failure,
 * and the reason of the signal.
 */
export async function sendOne (file: File, told: Told, options: OneOptions): Promise<void> {
  const { memory, signal, onProgress, onPause } = options
  const send = (url: string) => sendFile({ url: home }, url, file, {
    signal, onProgress, patienceMs: PATIENCE_MS, onPause: (failure) => onPause(sentenceOf(inWords(failure)))
  })
  const begun = memory.begun(told)
  try {
    if (begun !== null) {
      try {
        await send(begun)
        return
      } catch (error) {
        if (!isGone(error)) throw error
        memory.forget(told)
      }
    }
    await send(await begin(file, told, options))
  } catch (error) {
    if (isGone(error) || signal.aborted) memory.forget(told)
    throw signal.aborted ? signal.reason : inWords(error)
  }
}

async function begin (
  file: File, told: Told, { api, memory, name, signal, onPause, onBegun }: OneOptions
): Promise<string> {
  const body = {
    name,
    path: told.path,
    size: file.size,
    modified_at: new Date(told.time).toISOString(),
    ...file.type !== '' && { content_type: file.type }
  }
  for (let failures = 1; ; failures++) {
    try {
      const { upload } = await api.request<{ upload: { url: string } }>('POST', '/api/v2/shared/uploads', body)
      onBegun()
      memory.begin(told, upload.url)
      return upload.url
    } catch (error) {
      if (signal.aborted || !(error instanceof Failure) || !mayPass(error)) throw error
      onPause(sentenceOf(error))
      await pause(backoff(failures), signal)
    }
  }
}

function mayPass ({ status }: Failure): boolean {
  return status === 0 || status >= 500 || [408, 409, 423].includes(status)
}

function isGone (error: unknown): boolean {
  return error instanceof CutroomError && GONE.has(error.status)
}

/** A failure of the client for programs, in words for people. */
function inWords (error: unknown): unknown {
  if (error instanceof TypeError) return new Failure('The connection was lost.', 0)
  if (!(error instanceof CutroomError)) return error
  if (GONE.has(error.status)) return new Failure('This was ended by the other side.', error.status)
  return new Failure(error.text === null ? error.message : `${error.text}.`, error.status)
}
