import { SilentConnection } from './error.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000

/** Waits. Rejects with the signal's reason when it is aborted. In a browser it ends when the network is back. */
export async function pause (ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', goOn)
      signal?.removeEventListener('abort', stop)
    }
    const goOn = () => {
      end()
      resolve()
    }
    const stop = () => {
      end()
      reject(signal!.reason)
    }
    const timer = setTimeout(goOn, ms)
    globalThis.addEventListener?.('online', goOn)
    signal?.addEventListener('abort', stop)
  })
}

/** The pause before another try. `failures` counts those before it, from 1. */
export function backoff (failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1))
}

/**
 * Does what ends with a signal, which is aborted after a time, too. Throws SilentConnection then, and the reason of the
 * caller's signal.
 */
export async function within<Result> (
  ms: number, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<Result>
): Promise<Result> {
  signal?.throwIfAborted()
  const ending = new AbortController()
  const stop = () => ending.abort(signal!.reason)
  signal?.addEventListener('abort', stop)
  const timer = setTimeout(() => ending.abort(new SilentConnection()), ms)
  try {
    return await work(ending.signal)
  } catch (error) {
    throw ending.signal.aborted ? ending.signal.reason : error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
