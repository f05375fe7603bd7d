/** Runs work once at a time, for all callers together. */
export function createSingleFlight<Result> (work: () => Promise<Result>) {
  let current: Promise<Result> | null = null
  let next: Promise<Result> | null = null

  function start (): Promise<Result> {
    return (current = work().finally(() => { current = null }))
  }

  return {
    /** For callers that accept an earlier result: joins the running work, or begins it. */
    join: (): Promise<Result> => current ?? start(),

    /**
     * For callers that need the present state: a run that begins after the call. Calls during a run share the next one.
     */
    after (): Promise<Result> {
      if (current === null) return start()
      next ??= current.then(() => {}, () => {}).then(() => {
        next = null
        return current ?? start()
      })
      return next
    },

    isUnderWay: (): boolean => current !== null,

    /** Resolves when the running work has ended, in any way. */
    async ended (): Promise<void> {
      await current?.catch(() => {})
    }
  }
}

/** The same with keys: one run at a time for each. */
export function createSingleFlights<Key> () {
  const underWay = new Map<Key, Promise<void>>()
  return {
    join (key: Key, work: () => Promise<void>): Promise<void> {
      let flight = underWay.get(key)
      if (flight === undefined) underWay.set(key, flight = work().finally(() => underWay.delete(key)))
      return flight
    },
    isUnderWay: (key: Key): boolean => underWay.has(key)
  }
}
