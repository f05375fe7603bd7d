import { child } from '../work/workers/child.js'
import { WorkerEnded } from '../work/workers/station.js'
import { supervise } from '../work/workers/supervisor.js'
import { thread } from '../work/workers/thread.js'

const MEMORY_MB = 512

const script = new URL('quick-check-worker.js', import.meta.url)

/**
 * What is damaged in a file of SQLite: the first damage, or null. Undefined if it takes longer. A statement cannot be
 * interrupted, but a process can be ended.
 */
export async function quickCheck (path: string, longestMs: number): Promise<string | null | undefined> {
  const start = process.platform === 'win32' ? thread(script, { heapMb: MEMORY_MB }) : child(script, { memoryMb: MEMORY_MB })
  const { ask, close } = supervise<string, string | null>({ start, timeoutMs: longestMs, restarts: false })
  try {
    return await ask(path)
  } catch (error) {
    if (!(error instanceof WorkerEnded)) throw error
    if (error.reason === 'time') return undefined
    throw new Error('The process that looks for damage has ended', { cause: error })
  } finally {
    await close()
  }
}
