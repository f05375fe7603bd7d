/** What the bus tells of: any commit, or one that has queued deliveries of webhooks. */
export type Signal = 'committed' | 'queued'

/**
 * Tells this process, after a commit, that there may be something to do. Nothing depends on it: who listens also looks by itself
 * from time to time, as other processes and earlier lives of this one commit without telling.
 */
export function createBus () {
  const listeners = { committed: new Set<() => void>(), queued: new Set<() => void>() }
  const tell = (signal: Signal) => { for (const listener of listeners[signal]) listener() }
  return {
    /** Returns how to stop listening. */
    listen: (listener: () => void, signal: Signal = 'committed') => {
      listeners[signal].add(listener)
      return () => { listeners[signal].delete(listener) }
    },
    committed: () => tell('committed'),
    queued: () => tell('queued')
  }
}

export type Bus = ReturnType<typeof createBus>
