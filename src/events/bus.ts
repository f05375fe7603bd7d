/**
 * Tells this process, after a commit, that there may be something to do. Nothing depends on it: who listens also looks by itself
 * from time to time, as other processes and earlier lives of this one commit without telling.
 */
export function createBus () {
  const listeners = new Set<() => void>()
  return {
    /** Returns how to stop listening. */
    listen: (listener: () => void) => {
      listeners.add(listener)
      return () => { listeners.delete(listener) }
    },
    committed: () => { for (const listener of listeners) listener() }
  }
}

export type Bus = ReturnType<typeof createBus>
