import { createWorker, HEARTBEAT_MS, type WorkerDependencies } from '../work/claims/worker.js'

/** A worker of a command, which has no background loop. */
export function startWorker (dependencies: WorkerDependencies) {
  const worker = createWorker(dependencies)
  worker.holds(() => true)
  // A failed heartbeat is followed by the next one.
  const timer = setInterval(() => { worker.keepAlive().catch(() => {}) }, HEARTBEAT_MS)
  return {
    worker,
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await worker.leave()
    }
  }
}
