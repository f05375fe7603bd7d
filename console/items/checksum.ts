import { api, done } from '../api/client.ts'
import { insist } from '../loading/load.ts'

interface Twin { readonly id: string, readonly title: string }

/** Larger files get no checksum: for it, a browser holds the whole file in memory. */
const MOST_BYTES = 256 * 1024 * 1024

/** The SHA-256 of a file in hexadecimal, made in a worker; null if it is large, or the browser makes none. */
export async function checksumOf (file: File, signal: AbortSignal): Promise<string | null> {
  if (file.size > MOST_BYTES || file.size === 0 || !window.isSecureContext) return null
  return insist(() => sumInWorker(file, signal)).catch(() => null)
}

/** Rejects if the worker does not load. */
async function sumInWorker (file: File, signal: AbortSignal): Promise<string | null> {
  if (signal.aborted) return null
  const worker = new Worker(new URL('./checksum-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<string | null>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data as string | null)
      worker.onerror = reject
      signal.addEventListener('abort', () => resolve(null), { once: true })
      worker.postMessage(file)
    })
  } finally {
    worker.terminate()
  }
}

/** An asset that has the same bytes already, if there is one. */
export async function findTwin (checksum: string): Promise<Twin | null> {
  const { results } = await done(api.GET('/api/v2/search', { params: { query: { checksum, limit: 1 } } }))
  return results[0]?.asset ?? null
}
