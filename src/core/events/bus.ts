/**
 * Wakes listeners in this process after a commit: jobs of the background loop by their names, and others. Nothing
 * depends on it: listeners also look at intervals, as other processes and former ones commit without waking.
 */
export function createBus () {
  const listeners = new Map<string, Set<() => void>>()
  return {
    /** Returns a function that stops listening. */
    listen: (name: string, listener: () => void) => {
      const ofName = listeners.get(name) ?? new Set()
      listeners.set(name, ofName.add(listener))
      return () => { ofName.delete(listener) }
    },
    wake: (name: string) => { for (const listener of listeners.get(name) ?? []) listener() }
  }
}

export type Bus = ReturnType<typeof createBus>
