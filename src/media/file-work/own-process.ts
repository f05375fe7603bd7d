import { supervise } from '../../work/workers/supervisor.js'
import type { SupervisorOptions } from '../../work/workers/options.js'

export interface OwnProcessOptions extends Required<Pick<SupervisorOptions, 'start' | 'timeoutMs'>> {
  readonly signal: AbortSignal
  /** Removes the temporary files of work that has failed. */
  readonly discard: () => Promise<void>
}

/**
 * Works on one file with a process of its own, to which `ask` gives the task. A crash ends that process only. An abort
 * ends it, and it ends with the work in any case.
 */
export async function inOwnProcess<Task, Result, Made, Progress = never> (
  { start, timeoutMs, signal, discard }: OwnProcessOptions,
  work: (ask: ReturnType<typeof supervise<Task, Result, Progress>>['ask']) => Promise<Made>
): Promise<Made> {
  const worker = supervise<Task, Result, Progress>({ start, timeoutMs, restarts: false })
  const giveUp = () => { worker.kill().catch(() => {}) }
  signal.addEventListener('abort', giveUp)
  try {
    signal.throwIfAborted()
    return await work(worker.ask)
  } catch (error) {
    await discard()
    throw error
  } finally {
    signal.removeEventListener('abort', giveUp)
    await worker.kill()
  }
}
