/**
 * Wakes, after a commit, what follows it in this process: jobs of the background loop by their names, and whoever else
 * listens. Nothing depends on it: who listens also looks by itself from time to time, as other processes and earlier
 * lives of this one commit without telling.
 */
export function createBus () {
  const listeners = new Map<string, Set<() => void>>()
  return {
    /** Returns how to stop listening. */
    listen: (name: string, listener: () => void) => {
      const ofName = listeners.get(name) ?? new Set()
      listeners.set(name, ofName.add(listener))
      return () => { ofName.delete(listener) }
    },
    wake: (name: string) => { for (const listener of listeners.get(name) ?? []) listener() }
  }
}

export type Bus = ReturnType<typeof createBus>
