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
