import pRetry from 'p-retry'
import type { FileThread } from '../thread/thread.js'
import type { LocalCopies } from '../storage/local-copies.js'

/** Repetitions within one attempt when the storage fails. */
const RETRIES = 3

interface WholeFile {
  readonly fileId: string
  readonly partial: string
  readonly bytes: number
  readonly key: string
}

/** Stores a file. Keeps a local copy if its analysis would have to fetch it. */
export async function place (
  { fileId, partial, bytes, key }: WholeFile,
  { thread, copies }: { thread: FileThread, copies: LocalCopies },
  signal: AbortSignal
): Promise<void> {
  const copy = copies.nameFor(fileId, bytes)
  try {
    await pRetry(() => thread.place(partial, key, copy), { retries: RETRIES, minTimeout: 500, signal })
  } catch (error) {
    if (copy !== null) await copies.discard(copy)
    throw error
  }
  if (copy !== null) await copies.keep(key, copy)
}
