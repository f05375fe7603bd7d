/** Maximum of concurrent attempts of all webhooks together. */
const CAPACITY = 1000
/** Attempts started in one turn of the event loop. Everything else that has arrived, above all requests, comes next. */
const STARTS_PER_TURN = 4

/** A lane with deliveries to start. */
export interface Startable {
  /** Its attempts under way. */
  readonly underway: () => number
  /** Starts one attempt, if one may start now. */
  readonly startOne: () => boolean
}

export interface DispatcherOptions {
  /** Whether nothing may start, because too many results wait to be recorded. */
  readonly isHeldUp: () => boolean
}

/**
 * Lets webhooks start attempts in turn, so that they are treated equally and leave room for requests. The more attempts
 * are under way, the fewer each webhook may have: a receiver that hangs keeps only what nobody else needs.
 */
export function createDispatcher ({ isHeldUp }: DispatcherOptions) {
  const ready = new Set<Startable>()
  const crowdedOut = new Set<Startable>()
  let underway = 0
  let isScheduled = false

  function request (startable: Startable): void {
    if (!crowdedOut.has(startable)) ready.add(startable)
    schedule()
  }

  function schedule (): void {
    if (isScheduled || ready.size === 0) return
    isScheduled = true
    setImmediate(giveTurns)
  }

  function giveTurns (): void {
    isScheduled = false
    let started = 0
    for (const startable of ready) {
      if (isHeldUp()) return
      if (started === STARTS_PER_TURN) return schedule()
      ready.delete(startable)
      if (!hasRoomFor(startable)) {
        crowdedOut.add(startable)
      } else if (startable.startOne()) {
        started++
        underway++
        ready.add(startable)
      }
    }
  }

  function hasRoomFor (startable: Startable): boolean {
    const free = CAPACITY - underway
    return free > 0 && startable.underway() < 1 + free / 8
  }

  /** Called when an attempt has ended. */
  function ended (): void {
    underway--
    for (const startable of crowdedOut) ready.add(startable)
    crowdedOut.clear()
    schedule()
  }

  return {
    /** Asks for a turn. Further calls before it comes change nothing. */
    request,
    ended,
    /** Called when attempts are settled: held ones may start. */
    resume: schedule,
    forget: (startable: Startable) => {
      ready.delete(startable)
      crowdedOut.delete(startable)
    }
  }
}

export type Dispatcher = ReturnType<typeof createDispatcher>
