/** Work that is done once at a time, for all who ask for it. */
export function createSingleFlight<Result> (work: () => Promise<Result>) {
  let current: Promise<Result> | null = null
  let next: Promise<Result> | null = null

  function begin (): Promise<Result> {
    return (current = work().finally(() => { current = null }))
  }

  return {
    /** For who is content with what was begun before: joins what is under way, or begins. */
    join: (): Promise<Result> => current ?? begin(),

    /**
     * For who has to see what is there now: work that begins after the call. All who ask while it is under way share
     * the next one.
     */
    after (): Promise<Result> {
      if (current === null) return begin()
      next ??= current.then(() => {}, () => {}).then(() => {
        next = null
        return current ?? begin()
      })
      return next
    },

    isUnderWay: (): boolean => current !== null,

    /** Resolves when what is under way has ended, however. */
    async ended (): Promise<void> {
      await current?.catch(() => {})
    }
  }
}

/** The same for works that have keys: each is done once at a time. */
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
