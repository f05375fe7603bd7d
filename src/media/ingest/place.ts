import pRetry from 'p-retry'
import type { ReceivingThread } from '../receive/thread.js'
import type { LocalCopies } from '../storage/local-copies.js'

/** A storage that fails is asked again so often within one attempt. */
const RETRIES = 3

interface WholeFile {
  readonly fileId: string
  readonly partial: string
  readonly bytes: number
  readonly key: string
}

/** Puts a file into the storage, and keeps a copy where who looks into it next would have to fetch it from there. */
export async function place (
  { fileId, partial, bytes, key }: WholeFile,
  { thread, copies }: { thread: ReceivingThread, copies: LocalCopies },
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
